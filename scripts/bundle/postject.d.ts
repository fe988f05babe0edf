/** Types of the used part of postject, because the package has none. */
declare module 'postject' {
  export function inject(
    file: string,
    resource: string,
    contents: Uint8Array,
    options: {readonly sentinelFuse: string},
  ): Promise<void>;
}
