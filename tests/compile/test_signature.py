"""Signatures are read as they are written, and refused with a reason."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES
from streamrt._compile.signatures.signature import MAX_PARAMETERS, Mode, Parameter, parse
from streamrt.errors import SignatureError

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,4}", fullmatch=True).filter(
    lambda name: not keyword.iskeyword(name)
)
DIMS = st.lists(st.sampled_from(["n", "m", "k", 1, 2, 7]), max_size=3).map(tuple)
SPACES = st.sampled_from(["", " ", "\n  "])


@st.composite
def parameters(draw: st.DrawFn) -> list[Parameter]:
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    result: list[Parameter] = []
    for name in names:
        dtype = draw(st.sampled_from(["f32", "u8", "bool", "i64"]))
        if draw(st.booleans()):
            result.append(Parameter(name, "scalar", dtype, None, False))
            continue
        mode: Mode = draw(st.sampled_from(["in", "out", "inout"]))
        dims = draw(st.none() | DIMS)
        result.append(Parameter(name, mode, dtype, dims or (), dims is None))
    return result


@given(parameters(), st.data())
def test_a_signature_is_read_as_it_was_written(wanted: list[Parameter], data: st.DataObject):
    def gap() -> str:
        return data.draw(SPACES)

    def spelled(dtype: str) -> str:
        return data.draw(st.sampled_from([dtype, str(DTYPES[dtype].numpy)]))

    parts: list[str] = []
    for p in wanted:
        mode = "" if p.mode == "scalar" else f"{p.mode} "
        dims = "..." if p.ellipsis else f"{gap()},{gap()}".join(map(str, p.dims or ()))
        brackets = "" if p.dims is None else f"{gap()}[{gap()}{dims}{gap()}]"
        parts.append(f"{gap()}{mode}{p.name}{gap()}:{gap()}{spelled(p.dtype)}{brackets}{gap()}")
    signature = parse(",".join(parts) + data.draw(st.sampled_from(["", ",", ", "])))

    assert signature.parameters == tuple(wanted)
    assert parse(str(signature)).parameters == signature.parameters
    dims_of = [("...",) if p.ellipsis else p.dims or () for p in wanted]
    symbols = [dim for dims in dims_of for dim in dims if isinstance(dim, str)]
    assert signature.symbols == tuple(dict.fromkeys(symbols))


def test_type_variables_stand_for_the_dtypes_given_or_for_any():
    signature = parse("x: T[...], y: T1[n], alpha: T", {"T": ("f32", "f64")})
    assert signature.types == {"T": ("f32", "f64"), "T1": tuple(DTYPES)}
    assert parse("x: T[n], a: T").types == {"T": COMPUTED}  # which f16 is not among
    assert parse("x: T[n]", {"T": "f32"}).types == {"T": ("f32",)}


def test_short_and_full_names_of_dtypes_give_equal_signatures():
    for name, dtype in DTYPES.items():
        scalar = f", a: {name}" if name in COMPUTED else ""
        short = parse(f"x: {name}[n], y: T[n]{scalar}", {"T": ("u8", name)})
        full = parse(f"x: {dtype.numpy}[n], y: T[n]{scalar}", {"T": ("uint8", str(dtype.numpy))})
        assert (full, str(full)) == (short, str(short))
    assert parse("x: T[n]", {"T": ("f32", "float32", "f64")}).types == {"T": ("f32", "f64")}


@pytest.mark.parametrize(
    ("text", "types", "message"),
    [
        ("", {}, "it has no parameters; a kernel needs at least one"),
        ("x: f32,, y: f32", {}, "parameter 2 is empty; remove one comma"),
        ("x f32", {}, "cannot read 'x f32'; write [in|out|inout] name: dtype[dims]"),
        ("x: f32[n", {}, "cannot read 'x: f32[n'; write [in|out|inout] name: dtype[dims]"),
        ("lambda: f32", {},
            "parameter lambda cannot be passed by keyword; names start with an ASCII letter, "
            "hold letters, digits and underscores and are no Python keywords"),
        ("_x: f32", {},
            "parameter _x cannot be passed by keyword; names start with an ASCII letter, "
            "hold letters, digits and underscores and are no Python keywords"),
        ("x: float[n]", {},
            "parameter x has the type float; dtypes are f16, f32, f64, i8, i16, i32, i64, u8, "
            "u16, u32, u64, bool, or NumPy's full names such as float32; a type variable is a "
            "capital letter with digits: T or T1"),
        ("x: f4[n]", {}, "parameter x has the type f4; write f32 or float32"),
        ("x: b1[n]", {}, "parameter x has the type b1; write bool"),
        ("x: T[n]", {"T": ("f32", "i4")}, "types allows T i4; write i32 or int32"),
        ("out a: f32", {}, "parameter a is an out scalar; scalars are inputs, "
            "an array of one element is written a: f32[1]"),
        ("x: f32[0]", {}, "parameter x has an extent of 0; extents are at least 1"),
        ("x: f32[n, ...]", {},
            "parameter x has the extent '...'; extents are symbols, positive integers, "
            "or ... alone"),
        ("x: f32, x: f32", {}, "two parameters are called x; rename one"),
        ("x: T[n]", {"U": ("f32",)}, "types names 'U'; no parameter has that type"),
        ("x: f32[n], a: T", {},
            "only scalars have the type T; a type variable is bound by an array, "
            "give scalars a dtype"),
        ("x: T[n]", {"T": ("f32", "bf16")},
            "types allows T bf16; dtypes are f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, "
            "bool, or NumPy's full names such as float32"),
        ("x: f16[n], a: float16", {},
            "parameter a is a scalar of f16; scalars are passed as numbers of a CPU, pass an f32"),
        ("x: T[n], a: T", {"T": ("f32", "f16")},
            "types allows T f16, and a scalar has that type; scalars of f16 cannot be passed, "
            "give the scalar the type f32"),
        (", ".join(f"x{i}: f32" for i in range(MAX_PARAMETERS + 1)), {},
            "256 parameters; a kernel takes at most 255"),
    ],
)  # fmt: skip
def test_a_wrong_signature_is_refused_with_the_reason(
    text: str, types: dict[str, tuple[str, ...]], message: str
):
    with pytest.raises(SignatureError) as caught:
        parse(text, types, what="kernel k")
    assert str(caught.value) == f"kernel k: {message}"


@given(st.text(alphabet="xT:[],. \nfinout32_é", max_size=30))
def test_no_text_fails_otherwise_than_by_a_signature_error(text: str):
    try:
        parse(text)
    except SignatureError:
        pass
