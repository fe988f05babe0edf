/** Resources that the user asked to be told about: bell, title and a message when one changes its condition or goes. */
import type {AnyRow, Family, RowId} from '../families/define.ts';
import type {Session, Toast} from '../store/types.ts';

export interface Watches {
  toggle(family: Family, rows: readonly AnyRow[]): void;
}

export interface WatchHost {
  tell(text: string): void;
  say(text: string, tone?: Toast['tone']): void;
}

interface Watch {
  readonly label: string;
  word: string;
  readonly stop: () => void;
}

export function createWatches(session: Session, host: WatchHost): Watches {
  const watches = new Map<string, Watch>();
  const wordOf = (family: Family, id: RowId): string | undefined => {
    const row = session.collection(family.id).get().byId.get(id);
    return row === undefined ? undefined : (family.state?.(row, session.look, {}).word ?? 'there');
  };
  return {
    toggle(family, rows) {
      for (const row of rows) {
        const id = family.key(row);
        const key = `${family.id} ${id}`;
        const label = family.label(row);
        const known = watches.get(key);
        if (known !== undefined) {
          known.stop();
          watches.delete(key);
          host.say(`no longer watching ${label}`);
          continue;
        }
        const collection = session.collection(family.id);
        const stop = collection.subscribe(() => {
          const watch = watches.get(key);
          if (watch === undefined) return;
          const word = wordOf(family, id) ?? 'gone';
          if (word === watch.word) return;
          watch.word = word;
          host.tell(`${label} is ${word}`);
        });
        watches.set(key, {label, word: wordOf(family, id) ?? 'gone', stop});
        host.say(`watching ${label}; w again stops`, 'ok');
      }
    },
  };
}
