/** The console on several accounts of the test at once, all on one clock. */
import {onTestFinished} from 'vitest';
import {families} from '../../src/families/registry.ts';
import {closeAll} from '../../src/platform/runtime/close-all.ts';
import type {AuditLog} from '../../src/store/changes/audit-log.ts';
import {mergeSessions} from '../../src/store/multi/merged-session.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Destination} from '../../src/ui/context/navigation.ts';
import {renderConsole} from '../support/console.tsx';
import type {TestAccount} from './account.ts';
import {createJourney, type TestConsole} from './console.ts';

export interface MergedOptions {
  /** By the name of the profile; `prod` is a production profile. All have the same clock. */
  readonly accounts: Readonly<Record<string, TestAccount>>;
  /** The change logs of earlier sessions, by the name of the profile. */
  readonly audits?: Readonly<Record<string, AuditLog>>;
  readonly view?: Destination;
  readonly size?: readonly [columns: number, rows: number];
}

/** Opens the console; it closes when the test ends. */
export async function openMergedConsole({
  accounts,
  audits = {},
  view,
  size = [120, 30],
}: MergedOptions): Promise<Omit<TestConsole, 'account'>> {
  const entries = Object.entries(accounts);
  const [first] = entries;
  if (!first) throw new Error('No account to open');
  const {clock} = first[1];
  const members = entries.map(([name, account]) => {
    const profile = {name, production: name === 'prod', readOnly: false};
    const audit = audits[name];
    const session = createSession({
      families,
      connect: account.connect(),
      clock,
      random: () => 0.5,
      profile,
      auditLog: audit,
    });
    return {profile, session};
  });
  const merged = mergeSessions({members, families, clock});
  const screen = await renderConsole(merged.session, {
    merged,
    clock,
    profile: {name: Object.keys(accounts).join(' + '), production: false, readOnly: false},
    columns: size[0],
    rows: size[1],
    isBusy: () => entries.some(([, account]) => account.isBusy()),
    ...(view && {initialDestination: view}),
  });
  onTestFinished(() =>
    closeAll([
      () => screen.close(),
      () => merged.session.close(),
      ...entries.map(
        ([, account]) =>
          () =>
            account.close(),
      ),
    ]),
  );
  const received = () => entries.flatMap(([, account]) => account.requests).toSorted((a, b) => a.at - b.at);
  return createJourney(screen, {
    clock,
    get requests() {
      return received();
    },
  });
}
