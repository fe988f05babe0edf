/** Records what the console does, by name only, and writes it down in a crash. */
import {setTimeout} from 'node:timers/promises';
import {createBreadcrumbs, reportCrash} from '../../platform/diagnostics/crash-report.ts';
import type {Environment} from '../../platform/files/xdg-paths.ts';
import type {AccountPort, NavigationPort, OverlayPort} from '../context/ports.ts';

export interface CrashBreadcrumbs {
  note(what: string): void;
  /** Follows a console's context; returns the function that stops. */
  follow(context: AccountPort & NavigationPort & OverlayPort): () => void;
  /** Writes a report of a defect that didn't end the console; returns the line for the user. */
  reportDefect(error: unknown): string;
  /**
   * Resolves with the exit code of `work`. After a failure of it, or of any other part of the program, the report is
   * written at once, `save` has a moment to store drafts, and `forget` removes data that may break the next start, too.
   */
  guard(work: Promise<number>, save: () => Promise<void>, forget: () => Promise<void>): Promise<number>;
}

/** The exit code after a crash. */
const CRASH_EXIT_CODE = 70;

/** The time limit for saving after a crash, so that it doesn't keep a broken program alive; milliseconds. */
const MAX_SAVE_MS = 3000;

export function createCrashBreadcrumbs(env: Environment): CrashBreadcrumbs {
  const breadcrumbs = createBreadcrumbs();
  const {add} = breadcrumbs;
  /** The lines of reports by their errors: a key that is pressed again writes no second report. */
  const lines = new Map<string, string>();
  return {
    note: add,
    follow(context) {
      const {navigation, overlays, session} = context;
      const place = (): void => {
        const where = navigation.current.getState()?.destination;
        if (where) add(`view ${'page' in where ? where.page : where.family}${'id' in where ? ', one' : ''}`);
      };
      let lively = '';
      const status = (): void => {
        const {liveness} = session.account.getState().status;
        if (liveness !== lively) add(`connection ${liveness}`);
        lively = liveness;
      };
      let over = '';
      const stack = (): void => {
        const open = overlays.stack.getState().map(({model}) => model.layers()[0]?.id ?? 'nothing');
        const now = open.join(', ') || 'nothing';
        if (now !== over) add(`over the screen: ${now}`);
        over = now;
      };
      place();
      status();
      const stops = [
        navigation.current.subscribe(place),
        session.account.subscribe(state => state.status, status),
        overlays.stack.subscribe(stack),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    reportDefect(error) {
      const name = String(error);
      const line = lines.get(name) ?? reportCrash({error, breadcrumbs, env, at: new Date()}, {isOver: false});
      lines.set(name, line);
      return line;
    },
    async guard(work, save, forget) {
      const {promise: broken, reject} = Promise.withResolvers<never>();
      // Unhandled rejections come here, too. The terminal is restored before this is called.
      process.on('uncaughtException', reject);
      try {
        const code = await Promise.race([work, broken]);
        await save();
        return code;
      } catch (error) {
        const line = reportCrash({error, breadcrumbs, env, at: new Date()});
        await Promise.race([save().catch(() => undefined), setTimeout(MAX_SAVE_MS)]);
        await Promise.race([forget().catch(() => undefined), setTimeout(MAX_SAVE_MS)]);
        console.error(line);
        return CRASH_EXIT_CODE;
      } finally {
        process.off('uncaughtException', reject);
      }
    },
  };
}
