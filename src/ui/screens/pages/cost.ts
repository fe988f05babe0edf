/** The cost of the account: the run rate by type, region and tag, and a forecast of the invoice. */
import {nounInSentence} from '../../../families/format/nouns.ts';
import {familyOf} from '../../../families/registry.ts';
import type {FamilyId} from '../../../families/shape/define-family.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {
  type CostLine,
  type CostReport,
  type CostSection,
  costSections,
  totalLines,
} from '../../../store/cost/cost-report.ts';
import type {Destination} from '../../context/navigation.ts';
import type {NavigationPort, PagePorts, RefetchPort} from '../../context/ports.ts';
import {cell, span} from '../../widgets/spans.ts';
import {type CostAccount, followCost, reportOf} from '../shared/forecasts.ts';
import {type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {createTrackedLookup} from '../shared/tracked-families.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageHeading, pageMessage, pageMore, pageText} from './page-lines.ts';

const NAME_CELLS = 26;
const AMOUNT_CELLS = 14;
/** The maximum number of groups of a section; further groups are counted. */
const MAX_GROUPS = 30;

type CostParts = PageAccounts<CostAccount>;

/** With several accounts, the page has the totals and the groups of each. */
export function createCostPage(context: PagePorts & RefetchPort): LinePage {
  const parts = pageAccounts(
    context,
    (own): CostAccount => ({context: own, trackedLookup: createTrackedLookup(own.session.lookup)}),
  );
  return new LinePage(context, {
    kind: 'cost',
    title: 'Cost',
    content: columns => ({
      left: parts.all.flatMap((part, index) => accountLines(parts, part, {isFirst: index === 0, columns})),
    }),
    sources: () => [],
    follow(changed) {
      const stops = parts.all.map(part => followCost(part, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    keys: page => costLayer(context, page),
  });
}

const costLayer = (context: NavigationPort & RefetchPort, page: LinePage): Layer =>
  createLayer('cost', {
    open: {run: page.open, unless: page.openRefusal},
    refresh: () => context.refetchAll(),
    back: () => void context.navigation.back(),
  });

function accountLines(
  parts: CostParts,
  part: CostAccount,
  {isFirst, columns}: {readonly isFirst: boolean; readonly columns: number},
): readonly PageLine[] {
  const report = reportOf(part);
  const head = parts.context.accounts ? parts.nameSpans(part) : [];
  return [
    ...(isFirst ? [] : [pageText([])]),
    pageText([span('Cost', 'strong'), ...(head.length > 0 ? [span('  '), ...head] : [])]),
    ...unreadLines(parts, part, report, columns),
    ...totalLines(report).flatMap(line => costLines(line)),
    ...costLines({name: 'Resources that seem unused', amount: '', notes: [':waste lists them']}, {page: 'waste'}),
    ...costSections(report.rate).flatMap(section => sectionLines(section)),
  ];
}

/** A list that is not loaded completely makes every sum too small. */
function unreadLines(
  {context}: CostParts,
  part: CostAccount,
  {unread}: CostReport,
  columns: number,
): readonly PageLine[] {
  const {session} = part.context;
  return unread.flatMap(id => {
    const {failure} = session.collection(id).getState();
    const noun = nounInSentence(familyOf(id).title);
    if (!failure) return {...pageText([span(`Reading ${noun}…`, 'dim')]), isLoading: true as const};
    const message = `${context.skin().glyph('attention')} Incomplete. Couldn’t read ${noun}: ${failure.message}`;
    return pageMessage(message, 'attention', columns);
  });
}

/** Further notes are below the first one. */
function costLines({name, amount, notes: [note = '', ...more]}: CostLine, destination?: Destination): PageLine[] {
  const amounts = [span(cell(name, NAME_CELLS)), span(cell(amount, AMOUNT_CELLS, 'right'), 'strong')];
  return [
    pageText([...amounts, span(`  ${note}`, 'dim')], destination),
    ...more.map(text => pageText([span(cell('', NAME_CELLS + AMOUNT_CELLS)), span(`  ${text}`, 'dim')])),
  ];
}

const sectionLines = ({by, title, lines}: CostSection): readonly PageLine[] => [
  ...pageHeading(title),
  ...lines.slice(0, MAX_GROUPS).flatMap(line => costLines(line, destinationOf(by, line.key))),
  ...pageMore(lines.length - MAX_GROUPS),
];

/** The list of a type; for a region or a tag, the list of its instances. */
function destinationOf(by: CostSection['by'], key: string | undefined): Destination | undefined {
  if (key === undefined) return undefined;
  if (by === 'type') return {family: key as FamilyId};
  return {family: 'instances', filter: `${by}=${/\s/.test(key) ? `"${key}"` : key}`};
}
