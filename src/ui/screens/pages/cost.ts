/** The cost of the account: the run rate by type, region and tag, and a forecast of the invoice. */
import type {CostPart} from '../../../families/cost/run-rate.ts';
import {nounInSentence} from '../../../families/format/nouns.ts';
import {familyOf} from '../../../families/registry.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {
  type CostLine,
  type CostReport,
  type CostSection,
  costSections,
  partLine,
  totalLines,
} from '../../../store/cost/cost-report.ts';
import type {Destination} from '../../context/navigation.ts';
import type {OverlayHost} from '../../context/overlay-stack.ts';
import type {NavigationPort, PagePorts, RefetchPort} from '../../context/ports.ts';
import {openSelectList} from '../../models/select-list.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
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

/** The resources of a region or a tag, of several types. */
interface CostPageGroup {
  readonly title: string;
  readonly parts: readonly CostPart[];
  readonly filter: string | undefined;
}

interface CostPageLine extends PageLine {
  readonly group?: CostPageGroup;
}

/** With several accounts, the page has the totals and the groups of each. */
export function createCostPage(context: OverlayHost & PagePorts & RefetchPort): LinePage<CostPageLine> {
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

const costLayer = (context: NavigationPort & OverlayHost & RefetchPort, page: LinePage<CostPageLine>): Layer =>
  createLayer('cost', {
    open: {
      run() {
        const group = page.current()?.group;
        if (group === undefined) page.open();
        else openGroup(context, group);
      },
      unless: page.openRefusal,
    },
    refresh: () => context.refetchAll(),
    back: () => void context.navigation.back(),
  });

function accountLines(
  parts: CostParts,
  part: CostAccount,
  {isFirst, columns}: {readonly isFirst: boolean; readonly columns: number},
): readonly CostPageLine[] {
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

const sectionLines = ({by, title, lines}: CostSection): readonly CostPageLine[] => [
  ...pageHeading(title),
  ...lines.slice(0, MAX_GROUPS).flatMap(line => groupLines(by, line)),
  ...pageMore(lines.length - MAX_GROUPS),
];

/** A group of one type opens its list; a group of several types opens the choice between their lists. */
function groupLines(by: CostSection['by'], line: CostSection['lines'][number]): readonly CostPageLine[] {
  const {key, parts, name, notes} = line;
  const [first] = parts;
  if (key === undefined || first === undefined) return costLines(line);
  const filter = by === 'type' ? undefined : `${by}=${/\s/.test(key) ? `"${key}"` : key}`;
  const lines = costLines(line, partDestination(first, filter));
  if (parts.length === 1) return lines;
  const group = {title: `${name}  ${notes[0] ?? ''}`, parts, filter};
  return lines.map(shown => (shown.destination === undefined ? shown : {...shown, group}));
}

/** The list of a type with its prices, and only the resources of the group. */
const partDestination = ({family}: CostPart, filter: string | undefined): Destination => ({
  family,
  ...(filter !== undefined && {filter}),
  columns: ['price'],
});

/** The types of a group with their prices; each opens its list. */
function openGroup(context: NavigationPort & OverlayHost, {title, parts, filter}: CostPageGroup): void {
  const choices = parts.map(part => {
    const {name, amount, notes} = partLine(part);
    return {
      text: name,
      detail: [amount, ...notes].join('  '),
      run: () => context.navigation.go(partDestination(part, filter)),
    };
  });
  openSelectList(context, {
    ...{title, prompt: ' ', at: 'center'},
    choices: typed => rankMatches(typed, choices, ({text}) => text),
    nothing: typed => `no match for ${typed}`,
  });
}
