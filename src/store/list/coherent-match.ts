/**
 * True if the letters that match in a text are close enough together to be meant. Single letters far apart are a weak
 * match that enter would open: `wq` is also in "archive-warehouse-quarterly".
 */
export function isCoherent(text: string, indexes: readonly number[]): boolean {
  const letters = text.replace(/\s+/g, '').length;
  const places = indexes.toSorted((first, second) => first - second);
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const isTogether = places.some((place, at) => at > 0 && place === (places[at - 1] as number) + 1);
  return letters < 2 || isTogether || last - first < 3 * letters;
}
