/** Every family, by enumeration, so that a new family is tested without a new test. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {families, familyOf} from '../../src/families/registry.ts';
import type {AnyRow, AnyTab, Family, FamilyId, PathParams} from '../../src/families/shape/define-family.ts';
import {isPageView, type View} from '../../src/ui/context/navigation.ts';
import type {ListView} from '../../src/ui/screens/shared/list-view-types.ts';
import {openAccount} from '../harness/account.ts';
import {openSharedConsole, type TestConsole} from '../harness/console.ts';

/** A console on an account of the documented API, and one on the API of today. */
let consoles: {readonly documented: TestConsole; readonly today: TestConsole};
let screen: TestConsole;
let close: () => Promise<void>;
beforeAll(async () => {
  const account = openAccount({accounts: 'demo'});
  // Backups of databases are the one resource type of which the demo account has no parent.
  const body = {label: 'reports', engine: 'postgresql/13.2', region: 'us-east', type: 'g6-standard-1'};
  await account.call('POST /v4/databases/postgresql/instances', body);
  const documented = await openSharedConsole({account, size: [120, 40]});
  documented.screen.expectText(/Instances {2}\d+/);
  const today = await openSharedConsole({
    account: openAccount({accounts: 'demo', dialect: 'today'}),
    size: [120, 40],
  });
  // Lists show that the account has the resource types of today.
  await today.screen.advance(30_000);
  consoles = {documented: documented.screen, today: today.screen};
  close = async () => {
    await documented.close();
    await today.close();
  };
});
afterAll(() => close());

const isInDetail = (view: View | undefined): boolean =>
  view !== undefined && !isPageView(view) && view.inDetail.getState();

/** The problems that were found, each with its place. */
let wrong: string[] = [];
/** Families whose list was shown, whose actions were opened, and whose tabs were opened. */
const reached = new Set<FamilyId>();
const tried = new Set<FamilyId>();
const walked = new Set<FamilyId>();

/**
 * Checks that nothing overflows the frame: the header above, the hints below, and no line that continues in the next.
 */
function frame(where: string): void {
  const {buffer, rows, cols} = screen.terminal;
  for (let y = 0; y < rows; y++)
    if (buffer.active.getLine(y)?.isWrapped) wrong.push(`${where}: line ${y} runs over at ${cols}: ${screen.row(y)}`);
  if (!screen.row(0).includes('skydeck')) wrong.push(`${where}: no header at ${cols}: ${screen.row(0)}`);
  if (screen.footer().trim() === '') wrong.push(`${where}: no hints at ${cols}: ${screen.footer()}`);
  const text = screen.text();
  for (const word of ['undefined', '[object Object]', 'NaN', 'Skydeck hit a bug'])
    if (text.includes(word))
      wrong.push(`${where}: shows ${word} at ${cols}: ${text.split('\n').find(line => line.includes(word))}`);
}

async function bothSizes(where: string): Promise<void> {
  await screen.resize(80, 24);
  frame(where);
  await screen.resize(120, 40);
  frame(where);
}

/** The subject of the main area, without conditions and counts, which keep changing. */
const heading = (): string => screen.row(1).split('│').at(-1)?.trim().split(/ {2}/)[0] ?? '';

/** Opens and closes the menu of actions and the raw object; the page must be unchanged afterwards. */
async function overlays(family: Family, where: string): Promise<void> {
  const before = heading();
  await screen.press('a');
  const [first] = [...Object.values(family.actions), ...Object.values(family.borrowedActions)].flatMap(
    ({on, title, ...rest}) =>
      on === 'row' && title && !('elsewhere' in rest && rest.elsewhere !== undefined) ? [title] : [],
  );
  if (first !== undefined && !family.represents && !screen.text().includes(first.replace(/…$/, '')))
    wrong.push(`${where}: the menu has no “${first}”\n${screen.text()}`);
  frame(`${where}, a`);
  // A resource without actions shows a message instead of a menu.
  if (screen.context.overlays.stack.getState().length > 0) await screen.press('esc');
  await screen.press('y');
  if (!screen.text().includes('{')) wrong.push(`${where}: y shows no object\n${screen.text()}`);
  frame(`${where}, y`);
  await screen.press('esc');
  if (heading() !== before) wrong.push(`${where}: esc leaves “${heading()}”, not “${before}”`);
}

const rowsOf = async (family: FamilyId, params: PathParams): Promise<readonly AnyRow[]> => {
  const collection = screen.context.session.collection(family, params);
  await screen.settle();
  const {failure, phase, validAt, rows} = collection.getState();
  if (failure) wrong.push(`${family}: ${failure.message}`);
  else if (phase === 'loading' || validAt === undefined) wrong.push(`${family} ${JSON.stringify(params)}: not read`);
  return rows;
};

/** Opens each tab of the current detail; a list in a tab is a family as well. */
async function detail(family: Family, row: AnyRow, parentParams: PathParams, where: string): Promise<void> {
  for (const [index, tab] of family.detail.entries()) {
    const here = `${where} › ${tab.title}`;
    // Digits open the first nine tabs, and brackets any tab.
    if (index > 0) await screen.press(index < 9 ? String(index + 1) : ']');
    // Metrics are read at a pace of their own.
    if (screen.text().includes('loading…')) await screen.advance(2_000);
    if (screen.text().includes('loading…')) wrong.push(`${here}: still loading\n${screen.text()}`);
    frame(here);
    await child(tab, row, parentParams, here);
  }
}

async function child(tab: AnyTab, row: AnyRow, parentParams: PathParams, where: string): Promise<void> {
  if ('requests' in tab)
    for (const {id, source} of families) if (tab.requests.some(({operation}) => operation === source)) reached.add(id);
  if (!('list' in tab)) return;
  reached.add(tab.list);
  if (tab.childList) reached.add(tab.childList.list);
  if (tried.has(tab.list) || tab.unless?.(row, screen.context.session.lookup, parentParams) !== undefined) return;
  const family = familyOf(tab.list);
  const params = tab.params(row, parentParams);
  const rows = (await rowsOf(tab.list, params)).filter(item => tab.filter?.(item, row) ?? true);
  await bothSizes(where);
  if (rows.length === 0 || family.single) return;
  tried.add(tab.list);
  // Lines above the rows, such as a heading, never have the mark of the cursor.
  if (!screen.bar().includes('▌')) wrong.push(`${where}: the cursor does not begin on a row\n${screen.text()}`);
  await overlays(family, where);
  const back = screen.context.navigation.current.getState();
  const before = heading();
  await screen.press('enter');
  if (screen.context.navigation.current.getState() === back)
    wrong.push(`${where}: enter opens nothing\n${screen.text()}`);
  else {
    await opened(`${where}, enter`);
    await screen.press('esc');
  }
  if (screen.context.navigation.current.getState() !== back) wrong.push(`${where}: esc does not come back`);
  if (heading() !== before) wrong.push(`${where}: esc comes back to “${heading()}”, not “${before}”`);
}

/**
 * Checks the view that enter opened. The first row of a family's own list is opened even if another one was opened before:
 * a node of a cluster is an instance, and has no configs.
 */
async function opened(where: string, isOwnList = false): Promise<void> {
  const view = screen.context.navigation.current.getState() as View & Partial<ListView>;
  const [row] = view.actionRows?.() ?? [];
  if (!row) wrong.push(`${where}: no row\n${screen.text()}`);
  // A row that opens as a list of its own, such as a bucket, is closed before its detail was entered.
  const isList = view.inDetail?.getState() === false;
  if (view.family) reached.add(view.family.id);
  if (row && view.family && (isOwnList || !walked.has(view.family.id))) {
    walked.add(view.family.id);
    await detail(view.family, row, view.params ?? {}, where);
  }
  if (isList && view.inDetail?.getState() === true) await screen.press('esc');
  await bothSizes(where);
}

const named = families.filter(({group, byName}) => group !== undefined || byName);

test.each(
  named.map(family => [family.id, family] as const),
)('%s: the list, the actions menu, the JSON and the tabs work at both sizes', async (id, family) => {
  wrong = [];
  screen = family.today ? consoles.today : consoles.documented;
  screen.context.overlays.closeAll();
  await screen.command(family.title);
  const destination = screen.context.navigation.current.getState()?.destination;
  expect(destination).toEqual({family: id});
  const rows = await rowsOf(id, {});
  await screen.settle();
  reached.add(id);
  await bothSizes(family.title);
  const [row] = rows;
  if (row) {
    const back = screen.context.navigation.current.getState();
    await overlays(family, family.title);
    const before = heading();
    if (family.single) await opened(family.title, true);
    else {
      await screen.press('enter');
      const there = screen.context.navigation.current.getState();
      if (there === back && !isInDetail(there)) wrong.push(`${family.title}: enter opens nothing`);
      await opened(`${family.title}, enter`, true);
      await screen.press('esc');
      if (screen.context.navigation.current.getState() !== back || isInDetail(back))
        wrong.push(`${family.title}: esc does not come back`);
      if (heading() !== before) wrong.push(`${family.title}: esc comes back to “${heading()}”, not “${before}”`);
    }
  }
  expect(wrong.join('\n')).toBe('');
});

/** Every resource type was opened. */
afterAll(() => {
  // An instance of the documented API has no interfaces; those of another are opened in `interfaces.test.tsx`.
  // Its firewalls have no versions; those of another are opened in `firewall-defaults.test.tsx`.
  const isElsewhere = (id: FamilyId) =>
    id.startsWith('instances.interfaces.') || id === 'networking.firewalls.history.rules';
  expect(families.filter(({id}) => !reached.has(id) && !isElsewhere(id)).map(({id}) => id)).toEqual([]);
});
