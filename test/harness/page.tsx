/** A page on an account of the test, without the frame around it. */
import {onTestFinished} from 'vitest';
import {families} from '../../src/families/registry.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {createConsole} from '../../src/ui/app/create-console.ts';
import {pageView} from '../../src/ui/app/page-views.tsx';
import {renderComponent} from '../../src/ui/components/testing.tsx';
import {isPageView, type PageName} from '../../src/ui/context/navigation.ts';
import {ConsolePortsContext} from '../../src/ui/hooks/use-console.ts';
import {openAccount, type TestAccount} from './account.ts';
import {settle} from './settle.ts';

export interface PageOptions {
  /** Default: the fleet. */
  readonly account?: TestAccount;
  readonly columns?: number;
  readonly rows?: number;
  /** True below a dialog. */
  readonly isCovered?: boolean;
}

/** Cyan, the bar of the dark theme. */
export const BAR = '\x1b[46m';

/** Opens a page; it closes when the test ends. */
export async function openPage(kind: PageName, options: PageOptions = {}) {
  const {account = openAccount(), columns = 100, rows = 30, isCovered = false} = options;
  const {clock} = account;
  const profile = {name: 'demo', production: false, readOnly: false};
  const session = createSession({families, connect: account.connect(), clock, random: () => 0.5, profile});
  const context = createConsole({
    ...{session, families, profile, clock},
    initialDestination: {page: kind},
    onQuit() {},
  });
  const page = context.navigation.current.getState();
  if (!isPageView(page)) throw new Error(`${kind} is not a page.`);
  const View = pageView(page);
  const screen = renderComponent(
    <ConsolePortsContext value={context}>
      <View page={page} area={{x: 0, y: 0, columns, rows}} />
    </ConsolePortsContext>,
    {screen: {columns, rows, edges: {above: 0, below: 0}}, skin: context.skin(), isCovered},
  );
  onTestFinished(async () => {
    screen[Symbol.dispose]();
    await session.close();
    account.close();
  });
  const settlePage = () => settle(account.isBusy);
  await settlePage();
  return {
    account,
    context,
    page,
    frame: screen.frame,
    rows: screen.rows,
    text: () => screen.rows().join('\n'),
    settle: settlePage,
    /** The line under the cursor; undefined without a bar. */
    bar(): string | undefined {
      const at = screen
        .frame()
        .split('\n')
        .findIndex(line => line.includes(BAR));
      return screen.rows()[at];
    },
    async press(...keys: readonly string[]) {
      for (const key of keys) context.press({key});
      await settlePage();
    },
    advance: (milliseconds: number) => clock.advance(milliseconds, settlePage),
  };
}
