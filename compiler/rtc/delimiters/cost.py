"""How many ways a pattern has to read one text: what decides the cost of backtracking."""

from __future__ import annotations

from rtc.delimiters.analysis import exclusive, nullable, possible_first, width
from rtc.delimiters.charset import CharSet, disjoint
from rtc.delimiters.nodes import Branch, Chars, Node, Repeat, Sequence, children, walk

MAX_OPTIONS = 32
MAX_ROUNDS = 3
MAX_WAYS = 1 << 10
# A choice between more lengths than this counts as a loop: `growth` looks at those.
MAX_LENGTHS = 16


def is_exponential(tree: Node) -> bool:
    """Whether `tree` may read some text in a number of ways that doubles with its length."""
    if _shared_ways(tree) > MAX_WAYS:
        return True
    pending: list[tuple[Node, int]] = [(tree, 1)]
    while pending:
        node, rounds = pending.pop()
        if isinstance(node, Repeat):
            rounds = min(rounds * (node.high or MAX_ROUNDS + 1), MAX_ROUNDS + 1)
            if rounds > MAX_ROUNDS and _rounds_overlap(node.body):
                return True
        if rounds > MAX_ROUNDS and _has_two_readings(node):
            return True
        pending.extend((child, rounds) for child in children(node))
    return False


def shared_loops(tree: Node) -> int:
    """How many endless repeats share out characters with one that follows.

    Backtracking tries all ways to do so: their number grows with that power, plus one, of the length.
    """
    sequences = [node for node in walk(tree) if isinstance(node, Sequence)]
    return max((_overlapping_loops(sequence.items) for sequence in sequences), default=0)


def _overlapping_loops(items: tuple[Node, ...]) -> int:
    return sum(
        any(_is_endless(choice) for choice in _trailing_choices(item))
        and any(_is_endless(follower) for follower in _rivals(items, place))
        for place, item in enumerate(items)
    )


def _is_endless(node: Node) -> bool:
    return any(isinstance(part, Repeat) and part.high is None for part in walk(node))


def _shared_ways(tree: Node) -> int:
    """In how many ways, anywhere in `tree`, neighbours can share out characters, or alternatives read alike."""
    ways, pending = 1, [(tree, 1)]
    while pending and ways <= MAX_WAYS:
        node, rounds = pending.pop()
        if isinstance(node, Repeat):
            rounds = min(rounds * (node.high or 1), MAX_ROUNDS)
        if isinstance(node, Sequence):
            for place, item in enumerate(node.items):
                ways *= _lengths(item) ** rounds if _rivals(node.items, place) else 1
        elif isinstance(node, Branch) and _has_two_readings(node):
            ways *= len(node.options) ** rounds
        pending.extend((child, rounds) for child in children(node))
    return ways


def _lengths(item: Node) -> int:
    """How many lengths the end of an item can have."""
    spread = (width(choice) for choice in _trailing_choices(item))
    most = max((longest - shortest for shortest, longest in spread), default=0) + 1
    return most if most <= MAX_LENGTHS else 2


def _rounds_overlap(body: Node) -> bool:
    """Whether the end of one round of a loop and the start of the next can share characters."""
    if isinstance(body, Chars):
        return False
    start = possible_first(body)
    return any(_overlap(start, possible_first(choice)) for choice in _trailing_choices(body))


def _has_two_readings(node: Node) -> bool:
    """Whether one part of a loop's round can read a text in two ways."""
    if isinstance(node, Branch):
        taking = [option for option in node.options if width(option)[1]]
        if sum(map(nullable, node.options)) > 1:
            return True
        return len(taking) > MAX_OPTIONS or any(
            not exclusive(one, other)
            for place, one in enumerate(taking)
            for other in taking[:place]
        )
    if isinstance(node, Sequence):
        return any(_is_shared(node.items, place) for place in range(len(node.items)))
    return False


def _is_shared(items: tuple[Node, ...], place: int) -> bool:
    """Whether what varies at the end of an item can take the beginning of what follows, whatever it is."""
    choices = _trailing_choices(items[place])
    return bool(choices) and any(
        _overlap(possible_first(choice), possible_first(follower))
        for choice in choices
        for follower in _followers(items, place)
    )


def _rivals(items: tuple[Node, ...], place: int) -> list[Node]:
    """The items of varying width that follow and can take what the end of an item can take."""
    choices = _trailing_choices(items[place])
    if not choices:
        return []
    return [
        follower
        for follower in _followers(items, place)
        if _is_choice(follower)
        and any(_overlap(possible_first(choice), possible_first(follower)) for choice in choices)
    ]


def _followers(items: tuple[Node, ...], place: int) -> list[Node]:
    """What can come next after an item: up to the first that is not empty, or MAX_OPTIONS of them."""
    found: list[Node] = []
    for follower in items[place + 1 : place + 1 + MAX_OPTIONS]:
        found.append(follower)
        if not nullable(follower):
            break
    return found


def _is_choice(node: Node) -> bool:
    """Whether `node` can take more or fewer characters."""
    shortest, longest = width(node)
    return shortest != longest


def _trailing_choices(node: Node) -> list[Node]:
    """The parts of varying width that can be the last thing a match of `node` takes."""
    if isinstance(node, Repeat) and node.low != node.high:
        return [node, *_trailing_choices(node.body)]
    if isinstance(node, Sequence):
        found: list[Node] = []
        for item in reversed(node.items):
            found.extend(_trailing_choices(item))
            if not nullable(item) or len(found) > MAX_OPTIONS:
                break
        return found
    if isinstance(node, Branch) and nullable(node):
        return [node]
    return [choice for child in children(node) for choice in _trailing_choices(child)]


def _overlap(one: tuple[CharSet, ...] | None, other: tuple[CharSet, ...] | None) -> bool:
    if one is None or other is None:
        return True
    return any(not disjoint(mine, theirs) for mine in one for theirs in other)
