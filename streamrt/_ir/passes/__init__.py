"""The passes: each rewrites a program into one that means the same, and is cheaper.

    rewriter.py   the engine of those that are tables of rules
    fold.py       constants are computed once
    simplify.py   elementwise identities that change no bit
    views.py      views, joins, and what is broadcast
    joins.py      joins of views, and joins of joins
    outer.py      reductions of outer differences along short axes
    idioms.py     powers, logistic functions
    contract.py   products and sums become fma

Values that nothing needs are dead without a pass: a program is what its results reach, and equal
values are one value because the builder looks each one up.
"""

from streamrt._ir.limits import LIMITS, Limits
from streamrt._ir.passes import contract as _contract
from streamrt._ir.passes import fold, idioms, joins, outer, simplify, views
from streamrt._ir.passes.rewriter import joined, rewrite
from streamrt._ir.program import Program

__all__ = ["optimise"]

_RULES = joined((fold.RULES, views.RULES, joins.RULES, outer.RULES, simplify.RULES, idioms.RULES))


def optimise(program: Program, *, contract: bool = True, limits: Limits = LIMITS) -> Program:
    """Returns a program with the same results, made cheaper.

    Args:
        program: the program; parameters and results stay, in order.
        contract: whether products and sums become fma, rounded once instead of twice.
        limits: what the program may have at most, and what it may become.

    Raises:
        TooMuchError: the program, or the work that the passes have with it, is beyond a limit.
    """
    program, builder = rewrite(program, _RULES, limits)
    return _contract.contract(program, builder) if contract else program
