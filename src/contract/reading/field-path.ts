/** The path of a field inside a body, such as `disks.0.size`. */
export function joinPath(path: string, name: string | number): string {
  if (path === '') return String(name);
  return name === '' ? path : `${path}.${name}`;
}
