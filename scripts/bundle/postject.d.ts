/** The part of postject that is used; the package has no types. */
declare module 'postject' {
  export function inject(
    file: string,
    resource: string,
    contents: Uint8Array,
    options: {readonly sentinelFuse: string},
  ): Promise<void>;
}
