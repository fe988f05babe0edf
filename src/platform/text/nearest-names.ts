/** Names that are spelled much like a typed word. */

/** Insertions, deletions, replacements and swaps of neighbors between two words. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}

/** A longer list of names doesn't help. */
export const maxSuggestions = 3;

/** The names that are most similar to a typed word, best first; empty if no name is similar. */
export function nearestNames(input: string, names: Iterable<string>): readonly string[] {
  const lowerInput = input.toLowerCase();
  const maxCost = Math.max(1, Math.floor(lowerInput.length / 3));
  return [...new Set(names)]
    .map(name => {
      const candidate = name.toLowerCase();
      // A name that starts with the input is nearer than one that is spelled alike.
      const isPrefix = lowerInput.length > 1 && candidate.startsWith(lowerInput);
      return {name, cost: isPrefix ? 0 : editDistance(lowerInput, candidate)};
    })
    .filter(({cost}) => cost <= maxCost)
    .sort((left, right) => left.cost - right.cost)
    .slice(0, maxSuggestions)
    .map(({name}) => name);
}
