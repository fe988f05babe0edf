/** Every change that was asked for, one line of JSON each: when, where, what, and what became of it. Never a secret. */
import type {FilePort} from '../platform/files.ts';
import {isSecretName} from './secrets.ts';
import type {Difference} from './types.ts';

export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly profile: string;
  /** Operation ID: `volumes.attach`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The label of what was changed. */
  readonly label: string;
  readonly changes: readonly Difference[];
  readonly outcome: 'done' | 'refused' | 'failed' | 'unknown';
  /** HTTP status, where an answer came. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

export interface Audit {
  write(entry: AuditEntry): void;
  /** Resolves when everything so far is in the file. */
  flush(): Promise<void>;
}

export interface AuditHost {
  readonly files: FilePort;
  readonly path: string;
  /** The line could not be written. */
  readonly failed: (error: unknown) => void;
}

/** Writes entries one after the other. */
export function openAudit({files, path, failed}: AuditHost): Audit {
  let writing: Promise<void> = Promise.resolve();
  return {
    write(entry) {
      writing = writing.then(() => files.append(path, `${auditLine(entry)}\n`)).catch(failed);
    },
    flush: () => writing,
  };
}

/** An entry as it is written. */
export function auditLine({at, changes, ...entry}: AuditEntry): string {
  const told = changes.map(({path, before, after}) => {
    const hidden = path.split('.').some(isSecretName);
    return hidden ? {path} : {path, ...(before !== undefined && {before}), ...(after !== undefined && {after})};
  });
  return JSON.stringify({at: new Date(at).toISOString(), ...entry, changes: told});
}
