/** Resources that cost money and seem unused, with their price and their actions. */
import {monthly} from '../../../families/format/format.ts';
import type {FamilyId} from '../../../families/shape/define-family.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {
  checksSentence,
  findWaste,
  totalSentence,
  unreadReasons,
  type WasteCheckResult,
  type WasteItem,
  type WasteReport,
  wasteFamilies,
} from '../../../store/cost/waste.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {ActionPorts, NavigationPort, PagePorts, RefetchPort} from '../../context/ports.ts';
import {cell, span} from '../../widgets/spans.ts';
import {actionKeys, availableActions, overridesRefresh, standardActionHandler} from '../actions/available-actions.ts';
import {openActions} from '../menus/actions.ts';
import {type PageAccount, type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {createTrackedLookup, type TrackedLookup} from '../shared/tracked-families.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageHeading, pageText} from './page-lines.ts';

/** The maximum number of resources to list; the total includes all of them. */
const MAX_ITEMS = 500;
const PRICE_CELLS = 12;
const NOUN_CELLS = 14;
const REASON_CELLS = 30;

interface WasteAccount extends PageAccount {
  readonly context: ActionPorts & PagePorts;
  readonly trackedLookup: TrackedLookup;
}

interface WasteLine extends PageLine {
  readonly found?: {readonly part: WasteAccount; readonly item: WasteItem};
}

type WasteParts = PageAccounts<WasteAccount>;

type WastePorts = ActionPorts & PagePorts & RefetchPort;

/** With several accounts, the page has a total for each. */
export function createWastePage(context: WastePorts): LinePage<WasteLine> {
  const parts: WasteParts = pageAccounts(context, own => ({
    context: own,
    trackedLookup: createTrackedLookup(own.session.lookup),
  }));
  return new LinePage<WasteLine>(context, {
    kind: 'waste',
    title: 'Waste',
    content: columns => ({left: wasteLines(parts, columns)}),
    sources: () => [],
    follow(changed) {
      const stops = parts.all.map(({trackedLookup, context: {session}}) => trackedLookup.subscribe(session, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    keys: page => wasteLayer(context, page),
  });
}

function wasteLayer(context: NavigationPort & RefetchPort, page: LinePage<WasteLine>): Layer {
  const found = () => page.current()?.found;
  const subject = ({item: {family, row}, part}: NonNullable<WasteLine['found']>): ActionSubject => ({
    family: part.context.family(family),
    rows: [row],
    params: {},
  });
  const offers = () => {
    const one = found();
    return one === undefined ? [] : availableActions(one.part.context, subject(one));
  };
  const unlessFound = (): string | undefined => (found() === undefined ? 'no resource on this line' : undefined);
  return createLayer(
    'waste',
    {
      open: {run: page.open, unless: page.openRefusal},
      actions: {
        run() {
          const one = found();
          if (one !== undefined) openActions(one.part.context, subject(one));
        },
        unless: unlessFound,
      },
      delete: standardActionHandler(offers, 'delete', () => unlessFound() ?? 'this can’t be deleted'),
      refresh: {run: () => context.refetchAll(), isAbsent: () => overridesRefresh(offers())},
      back: () => void context.navigation.back(),
    },
    {extras: () => actionKeys(offers())},
  );
}

function wasteLines(parts: WasteParts, columns: number): readonly WasteLine[] {
  const reports = parts.all.map(part => ({
    part,
    report: findWaste(part.trackedLookup.lookup, family => unreadableCount(part, family) > 0),
  }));
  return [
    pageText([span('Waste', 'strong'), span('  resources that cost money and seem unused', 'dim')]),
    ...reports.flatMap(({part, report}) => totalLines(parts, part, report)),
    ...itemLines(parts, reports, columns),
  ];
}

/** The total, the number of checks, and each check that is incomplete. */
function totalLines(parts: WasteParts, part: WasteAccount, report: WasteReport): readonly WasteLine[] {
  const {checks} = report;
  const undone = checks.filter(({isDone}) => !isDone);
  const done = span(checksSentence(checks), undone.length > 0 ? 'attention' : 'dim');
  return [
    pageText([...parts.nameSpans(part), span(totalSentence(report))]),
    pageText([...parts.nameSpans(part), done]),
    ...undone.map(check => undoneLine(parts, part, check)),
  ];
}

const unreadableCount = ({context: {session}}: WasteAccount, family: FamilyId): number =>
  session.collection(family).getState().unreadable.length;

/** The reason why a list of the account is not loaded completely; the ports of a NodeBalancer are separate lists. */
function unreadReason(part: WasteAccount, family: FamilyId): string | undefined {
  if (!wasteFamilies.includes(family)) return undefined;
  const {failure} = part.context.session.collection(family).getState();
  const unreadable = unreadableCount(part, family);
  return failure?.message ?? (unreadable > 0 ? `${unreadable} of them can’t be read` : undefined);
}

function undoneLine({context, nameSpans}: WasteParts, part: WasteAccount, check: WasteCheckResult): WasteLine {
  if (!check.hasFailed)
    return {...pageText([...nameSpans(part), span(`Checking: ${check.title}…`, 'dim')]), isLoading: true};
  const reasons = unreadReasons(check, family => unreadReason(part, family)).join(' ');
  return pageText([
    ...nameSpans(part),
    span(`${context.skin().glyph('attention')} Not checked: ${check.title}. ${reasons}`, 'attention'),
  ]);
}

interface AccountReport {
  readonly part: WasteAccount;
  readonly report: WasteReport;
}

function itemLines(parts: WasteParts, reports: readonly AccountReport[], columns: number): readonly WasteLine[] {
  const found = reports.flatMap(({part, report}) => report.items.map(item => ({part, item})));
  if (found.length === 0) return [];
  const room = columns - parts.columns - PRICE_CELLS - NOUN_CELLS - 4;
  const label = Math.max(12, Math.min(32, room - REASON_CELLS));
  const [nothing] = pageHeading('');
  const head = [parts.head, cell('PRICE', PRICE_CELLS, 'right'), '  ', cell('TYPE', NOUN_CELLS), cell('LABEL', label)];
  return [
    ...(nothing ? [nothing] : []),
    pageText([span(`${head.join('')}  REASON`, 'dim')]),
    ...found.slice(0, MAX_ITEMS).map(one => itemLine(parts, one, label)),
    ...(found.length > MAX_ITEMS ? [pageText([span(`and ${found.length - MAX_ITEMS} more`, 'dim')])] : []),
  ];
}

function itemLine(parts: WasteParts, found: NonNullable<WasteLine['found']>, label: number): WasteLine {
  const {part, item} = found;
  const family = part.context.family(item.family);
  const price = item.price === undefined ? 'unknown' : monthly(item.price.monthly);
  const spans = [
    ...parts.nameSpans(part),
    span(cell(price, PRICE_CELLS, 'right'), item.price === undefined ? 'dim' : undefined),
    span('  '),
    span(cell(family.one, NOUN_CELLS), 'dim'),
    span(cell(family.label(item.row, part.context.session.lookup), label), 'strong'),
    span(`  ${item.reason}`),
  ];
  return {...pageText(spans, parts.destinationOf(part, {family: item.family, id: family.key(item.row)})), found};
}
