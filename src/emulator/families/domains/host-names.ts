/** Format of a host name and of a zone name. */

/**
 * A zone name has at most 255 characters and at least two labels of at most 63 (RFC 1035); underscores are used by
 * services.
 */
export function zoneNameProblem(name: string): string | undefined {
  const labels = name.replace(/\.$/, '').split('.');
  if (labels.some(label => label.length > 63)) return 'must have labels of at most 63 characters';
  if (labels.length < 2 || labels.some(label => !/^(?!-)[a-z0-9_*-]+(?<!-)$/i.test(label)))
    return 'is not a domain name';
  return undefined;
}

export const isHostName = (text: string): boolean =>
  text.length <= 254 &&
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i.test(text);
