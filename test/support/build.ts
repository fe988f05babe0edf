/** Before the tests in a real terminal: the program they start is the one in the source. */
import type {TestProject} from 'vitest/node';
import {build} from '../../scripts/build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The reason why the program couldn't be built; empty if it was. */
    buildFailure: string;
  }
}

export async function setup(project: TestProject): Promise<void> {
  // The other tests can still run without it, so this fails only those that start the program.
  const failure = await build().then(
    () => '',
    error => (error instanceof Error ? error.message : String(error)),
  );
  project.provide('buildFailure', failure);
}
