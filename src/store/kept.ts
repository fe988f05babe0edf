/** What a profile's sessions keep in files: drafts, the audit, what was known. */
import type {FilePort} from '../platform/files.ts';
import {openAudit} from './audit.ts';
import type {Clock} from './clock.ts';
import {openDrafts} from './drafts.ts';
import type {SessionOptions} from './session.ts';
import {openSnapshots} from './snapshot.ts';

export interface KeptHost {
  /** In the folder of the program's state. */
  readonly files: FilePort;
  readonly profile: string;
  readonly clock: Clock;
  /** A file cannot be read or written; the session goes on without. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Options of a session that remembers. */
export function keptIn({
  files,
  profile,
  clock,
  failed,
}: KeptHost): Required<Pick<SessionOptions, 'drafts' | 'audit' | 'snapshots'>> {
  // Whatever a profile is called, its name stays inside the folder.
  const name = encodeURIComponent(profile).replaceAll('.', '%2E');
  const file = (what: string, path: string) => ({files, path, clock, failed: (error: unknown) => failed(what, error)});
  return {
    drafts: openDrafts(file('drafts', `drafts/${name}.json`)),
    audit: openAudit(file('audit', 'audit.ndjson')),
    snapshots: openSnapshots(file('snapshot', `snapshots/${name}.json`)),
  };
}
