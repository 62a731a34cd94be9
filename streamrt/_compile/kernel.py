"""Kernels: a signature, and an implementation for each kind of device.

A launch asks a kernel for two things. `Kernel.bind` matches arguments to parameters, on every
launch. It is a Python function that is written for the signature, as dataclasses writes
`__init__`, so that CPython's own argument passing does the matching. `Kernel.plan` works out
everything that launches of the same layouts share; a kernel remembers its plans.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, SupportsIndex, cast

import numpy as np

from streamrt._compile import named
from streamrt._compile.code import Code, Implementation
from streamrt._compile.cuda.raw_kernels import adopted
from streamrt._compile.failing import meanings, returned
from streamrt._compile.named import Identity as Identity
from streamrt._compile.plan import (
    Plan,
    binding_of,
    bound_of,
    division_of,
    dtypes_of,
    remember,
    words_of,
)
from streamrt._compile.signatures import arguments, overlap
from streamrt._compile.signatures.binding import Binding, Match, lay_out, match, outputs_of
from streamrt._compile.signatures.layout import Description, Layout
from streamrt._compile.signatures.signature import Signature, divides, parse
from streamrt._compile.signatures.write_bind import Bound, Form, form_of, write_bind
from streamrt._core.handles import Unique
from streamrt._core.values import check_count, check_flag, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, KernelError, SignatureError

__all__ = ["Bound", "Kernel", "Plan"]


class Kernel(Unique):
    """A computation over buffers: typed parameters, and how to run it on each kind of device.

    Kernels are compared by identity and never change. A kernel that a module has under a name
    pickles by that name, as functions do; `copy.copy` gives the kernel itself. A text below its
    definition there is its docstring, for editors, for sites, and for `help(kernel)`; there, that
    of its function follows.

    Attributes:
        name: its name in errors and traces.
        signature: the parameters.
        implementations: the implementation for each kind of device, by the kind's name.
        split: the symbol whose extent is divided over workers, or several, joined by `*`.
        grain: the least extent worth a worker of its own, or a function of the extents for it.
        elementwise: whether each element of an output depends on those at its own index alone.
        aliasing: whether its arrays may share elements that it writes.
        pure: whether what it writes follows from its arguments alone.
        bound_ns: the most time that a launch takes; None: it declares none.
        errors: the meanings of non-zero return codes.
        identity: what stands for it in tables, which must not keep it.
        bind: matches arguments: `bind(*args, **kwargs) -> (key, reads, writes, values)`. If it
            raises TypeError or AttributeError, `check` says what is wrong.
        form: the facts by which native code matches arguments: names; for each parameter whether
            it is read (1) and written (2), 0 for a scalar; and pairs that must not share elements,
            flat: two numbers of parameters, and whether both may be the same view.
    """

    # A slot of that name would hide the text above.
    __doc__ = cast("str | None", named.Docstring(__doc__))

    _instead = "make it at the top of a module, and give it a name there"

    __slots__ = (
        "__weakref__", "_codes", "_given", "_knows_users", "_matches", "_pairs", "_plans",
        "aliasing", "bind", "bound_ns", "elementwise", "errors", "form", "grain", "identity",
        "implementations", "name", "pure", "signature", "split",
    )  # fmt: skip

    @refusing
    def __init__(
        self,
        name: str,
        signature: str,
        *,
        types: Mapping[str, Sequence[str]] | None = None,
        split: str | None = None,
        grain: int | Callable[[Mapping[str, int]], int] = 32768,
        elementwise: bool = False,
        aliasing: bool = False,
        pure: bool = False,
        bound_ns: Callable[[Mapping[str, int]], float] | None = None,
        errors: Mapping[int, str] | None = None,
        **implementations: Implementation | None,
    ) -> None:
        """Defines a kernel; nothing is compiled yet.

        Args:
            name: shown in errors and traces.
            signature: the parameters, each `[in|out|inout] name: dtype[extents]`, such as
                `x: T[n, m], inout y: T[n], alpha: f32`. An array of extents `...` has any shape.
                A parameter without brackets is a scalar. Dtypes are `f32`, `f64`, `i8` to `i64`,
                `u8` to `u64` and `bool`, or NumPy's full names for them, such as `float32`. NumPy's
                codes are not taken, because its `i8` has 8 bytes, and ours 8 bits. A capital
                letter, such as `T` or `T1`, is a type variable: the arrays decide its dtype.
            types: the dtypes that each type variable may stand for. A variable that it does not
                name may be any dtype.
            split: the symbol whose extent is divided over workers, or `...` for the outermost of
                the collapsed dimensions; None if a call must handle everything. With several
                symbols, such as `n*m`, the product of their extents is divided. `Native` says more.
            grain: the least extent that a worker gets, or a function that returns it. It is called
                as `bound_ns` is, with the extents by symbol.
            elementwise: whether an element of an output depends on the inputs' elements at the
                same index alone, and is written after these are read. Then an output may
                overwrite an input that is not needed any more, as in a graph; a launch may be
                given one view as both; and a native function may be called with parts. All arrays
                have the same dimensions: `[...]`, or equal ones, as in `x: f32[n, m], inout y:
                f32[n, m]`.
            aliasing: whether a launch may be given arrays that share elements which it writes.
                The kernel then decides the result. Otherwise such launches are refused.
            pure: whether what a launch writes follows from its arguments alone, bit by bit, and it
                does nothing else. `Runtime(recompute=...)` may run such launches again.
            bound_ns: the most nanoseconds that a launch takes on one thread of a slow machine,
                whatever the elements and scalars are. It is called with the extents by symbol,
                and the number of elements as `...`; `math.inf` says that nobody knows, as None
                does. A launch with a low bound may run in the thread that submits it, under the
                interpreter's lock, so a kernel that waits for anything must not declare one.
            errors: messages for the codes that the implementation returns.
            **implementations: the implementation for each kind of device, by the kind's name:
                `cpu=LLVM(...)`.

        Raises:
            SignatureError: if the signature, or an implementation against it, is wrong.
            ArgumentError: for any other argument.
        """
        if not isinstance(name, str) or not name or not name.isprintable():
            raise ArgumentError(f"kernel: its name is {shown(name)}; names are printable text")
        what = f"kernel {name}"
        self.name: str = name
        self.signature: Signature = parse(signature, types, what=what)
        self.split: str | None = split
        self.grain: int | Callable[[Mapping[str, int]], int] = (
            grain if callable(grain) else check_count(grain, f"{what}: grain", 1)
        )
        self.elementwise: bool = check_flag(elementwise, f"{what}: elementwise")
        self.aliasing: bool = check_flag(aliasing, f"{what}: aliasing")
        self.pure: bool = pure is True or check_flag(pure, f"{what}: pure")
        self.bound_ns: Callable[[Mapping[str, int]], float] | None = bound_ns
        self.errors: Mapping[int, str] = MappingProxyType(meanings(errors, what))
        self.implementations: Mapping[str, Implementation] = MappingProxyType(
            {kind: adopted(kind, i) for kind, i in implementations.items() if i is not None}
        )
        self._codes: dict[object, Code] = {}
        self._given: dict[int, Implementation] = {}  # those that devices gave, by their ids
        self._knows_users: bool | None = None  # see owners.py; None before somebody asked
        self._matches: dict[tuple[Description, ...], Match] = {}
        self._plans: dict[tuple[str | Description, ...], Plan] = {}
        self._check(what)
        self._pairs = () if aliasing else overlap.pairs_of(self.signature, elementwise)
        self.identity: Identity = Identity(name)
        self.bind: Callable[..., Bound] = write_bind(self.identity, self.signature, self._pairs)
        self.bind.__qualname__ = f"Kernel.bind of {name}"
        self.form: Form = form_of(self.signature, self._pairs)

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        del protocol
        where = named.name_of(self)
        if where is None:
            self._refuse("pickle", "no module has it under a name")
        return named.kernel_named, where

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({self.signature})>"

    def _describe(self) -> str:
        """Returns its docstring: its signature, the text below its definition, its function's."""
        types = "".join(f"{t} is {' or '.join(d)}\n" for t, d in self.signature.types.items())
        kinds = ", ".join(self.implementations)
        texts = filter(None, (named.docstring_of(self), self._docstring()))
        text = "\n\n".join(texts) or f"A `streamrt.Kernel` for {kinds}."
        return f"{self.name}({self.signature})\n{types}\n{text}"

    def _docstring(self) -> str | None:
        """Returns the docstring of the function that it was made of, if it was made of one."""
        functions = [getattr(each, "function", None) for each in self.implementations.values()]
        return next((doc for f in functions if f is not None and (doc := inspect.getdoc(f))), None)

    def _check(self, what: str) -> None:
        symbols = self.signature.symbols
        if not (self.split is None or divides(self.split, symbols)):
            known = ", ".join(symbols) or "no symbol"
            raise SignatureError(f"{what}: split is {shown(self.split)}; the signature has {known}")
        if self.elementwise and len({(p.dims, p.ellipsis) for p in self.signature.arrays}) > 1:
            raise SignatureError(
                f"{what}: it is elementwise, and its arrays have several forms, "
                f"{self.signature}; write them all with the same dimensions, or all `[...]`"
            )
        if not self.implementations:
            raise ArgumentError(f"{what}: it has no implementation; pass cpu=")
        bound: object = self.bound_ns
        if not (bound is None or callable(bound)):
            raise ArgumentTypeError(
                f"{what}: bound_ns is {shown(bound)}; pass a function of the extents"
            )
        for kind, implementation in self.implementations.items():
            if not isinstance(implementation, Implementation):
                raise ArgumentTypeError(
                    f"{what}: {kind} is {shown(implementation)}; Kernel has no such option, and "
                    "a kind of device takes LLVM(text), Native(pointer), CUDA(text), OpenCL(text), "
                    "Python(function) or an implementation of its own"
                )
            implementation.check(self.signature, self.split, self.elementwise, what)

    def implementation(self, kind: str, what: str | None = None) -> Implementation:
        """Returns the implementation for a kind of device.

        Raises:
            ArgumentError: if there is none.
        """
        found = self.implementations.get(kind) if isinstance(kind, str) else None
        if found is None:
            named = kind if isinstance(kind, str) else shown(kind)
            what = what if isinstance(what, str) and what else f"launch {self.name}"
            raise ArgumentError(
                f"{what}: {self.name} has no implementation for {named}; "
                f"it runs on {', '.join(self.implementations)}"
            )
        return found

    def explain(self, code: int) -> str:
        """Returns the meaning of a non-zero return code."""
        code = check_count(code, f"explain a code of {self.name}: it", -(1 << 31), (1 << 31) - 1)
        return self._meanings(code).get(code, f"error code {code}")

    def _meanings(self, code: int) -> Mapping[int, str]:
        """Returns the meanings of codes, with that of this one if an implementation knows it."""
        implementations = (*self.implementations.values(), *self._given.values())
        known = [each.meaning(code) for each in implementations]
        meaning = next((text for text in known if text is not None), None)
        return self.errors if meaning is None or code in self.errors else {code: meaning}

    @refusing
    def check(
        self,
        args: Sequence[object],
        keywords: Mapping[str, object],
        device: object,
        what: str | None = None,
    ) -> None:
        """Raises the first thing wrong with a launch's arguments; returns if nothing is.

        Args:
            args: positional arguments.
            keywords: keyword arguments.
            device: the device of the stream, compared by identity with that of the layouts.
            what: begins messages, such as `launch axpy on cpu:0/s1`.

        Raises:
            ArgumentTypeError: for an argument missing, given twice or unknown, or a wrong type.
            ArgumentError: for a wrong dtype, shape or device, a scalar out of range, or arrays
                that share elements which the kernel writes.
            DeletedBufferError: for a buffer that was deleted or donated.
        """
        what = what if isinstance(what, str) and what else f"launch {self.name}"
        if not (isinstance(args, Sequence) and isinstance(keywords, Mapping)):
            raise ArgumentTypeError(
                f"check {self.name}: args is {shown(args)}, keywords is {shown(keywords)}; pass a "
                "sequence and a mapping"
            )
        signature = self.signature
        given = arguments.by_name(signature, args, keywords, what, self.name)
        layouts = arguments.layouts_of(signature, given, device, what)
        arguments.check_scalars(signature, given, self._match(layouts, what).types, what)
        overlap.refuse(self._pairs, given, what, self.name)

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        """Returns the error of an execution of it that returned a code."""
        del node
        return returned(what, code, self._meanings(code))

    def plan(
        self,
        layouts: Sequence[Layout],
        kind: str = "cpu",
        *,
        what: str | None = None,
        by: Implementation | None = None,
    ) -> Plan:
        """Returns the facts that launches with these layouts share; compiles nothing.

        Args:
            layouts: the layouts of the array parameters, in signature order.
            kind: the kind of device.
            what: begins messages, such as `launch axpy on cpu:0/s1`.
            by: an implementation that the kernel itself does not have; it is kept.

        Raises:
            ArgumentError: if the layouts do not fit the signature or the implementation.
            CompileError: if the function that writes the source fails.
            SignatureError: if `bound_ns` or `grain` fails.
        """
        if isinstance(layouts, list | tuple):
            try:
                named = kind if by is None else f"{kind} {id(by)}"
                return self._plans[named, *[layout.description for layout in layouts]]
            except (KeyError, TypeError, AttributeError):  # not known yet, or no layouts at all
                pass
        return self._new_plan(layouts, kind, what, by)

    def _take(self, given: Implementation) -> Implementation:
        """Returns an implementation that a device gave, once it is checked; keeps it."""
        if id(given) not in self._given:
            if not isinstance(given, Implementation):
                raise ArgumentTypeError(f"plan {self.name}: by is {shown(given)}; pass None")
            given.check(self.signature, self.split, self.elementwise, f"kernel {self.name}")
            self._given[id(given)] = given
        return given

    @refusing
    def _new_plan(
        self, layouts: Sequence[Layout], kind: str, what: str | None, by: Implementation | None
    ) -> Plan:
        what = what if isinstance(what, str) and what else f"launch {self.name}"
        implementation = self.implementation(kind, what) if by is None else self._take(by)
        signature = self.signature
        arguments.check_layouts(layouts, [p.name for p in signature.arrays], what)
        found = self._match(layouts, what)
        views = lay_out(
            signature,
            layouts,
            found.shape,
            strided=implementation.follows_strides,
            what=what,
            name=self.name,
        )
        dtypes = dtypes_of(signature, found)
        binding = binding_of(signature, found, dtypes, views, layouts)
        extent, grain = division_of(self.split, self.grain, found, views, what)
        named = kind if by is None else f"{kind} {id(by)}"
        key: tuple[str | Description, ...] = (named, *[layout.description for layout in layouts])
        plan = implementation.planned(self.name, signature, kind, binding, layouts, what)
        if plan is not None:
            return remember(self._plans, key, plan)
        kinds = list(zip(signature.parameters, dtypes, strict=True))
        plan = Plan(
            kernel=self.name,
            code=self._code(named, implementation, binding),
            binding=binding,
            words=words_of(signature, found, views),
            extent=extent,
            grain=grain,
            sizes=tuple([layout.nbytes for layout in layouts]),
            codes="".join(["P" if p.is_array else dtype.code for p, dtype in kinds]),
            slots="".join(["Q" if p.is_array else dtype.slot for p, dtype in kinds]),
            bound=bound_of(self.bound_ns, found, layouts, what),
        )
        return remember(self._plans, key, plan)

    def _match(self, layouts: Sequence[Layout], what: str) -> Match:
        """Returns the values of the signature's unknowns, from the layouts of all arrays."""
        key = tuple([layout.description for layout in layouts])
        found = self._matches.get(key)
        if found is None:
            names = [p.name for p in self.signature.arrays]
            found = match(self.signature, dict(zip(names, layouts, strict=True)), what, self.name)
            remember(self._matches, key, found)
        return found

    def _code(self, named: str, implementation: Implementation, binding: Binding) -> Code:
        """Returns the code for a binding; an implementation is asked once for each distinct one."""
        key = (named, tuple(binding.dtypes.items()), binding.rank, binding.contiguous)
        code = self._codes.get(key)
        if code is None:
            code = implementation.specialise(self.name, self.signature, self.split, binding)
            self._codes[key] = code
        return code

    @refusing
    def output_shapes(
        self, inputs: Mapping[str, Layout], what: str | None = None
    ) -> dict[str, tuple[tuple[int, ...], np.dtype[np.generic]]]:
        """Returns the shape and dtype of every `out` parameter, from the layouts of the others.

        Args:
            inputs: layouts by name, of the `in` and `inout` parameters.
            what: begins messages.

        Raises:
            ArgumentError: if the layouts contradict the signature.
            SignatureError: if no input determines an output.
        """
        what = what if isinstance(what, str) and what else f"execute {self.name}"
        if not isinstance(inputs, Mapping):
            raise ArgumentTypeError(f"{what}: inputs is {shown(inputs)}; pass layouts by name")
        arguments.check_layouts(list(inputs.values()), list(inputs), what)
        found = match(self.signature, inputs, what, self.name)
        return outputs_of(self.signature, found, what)
