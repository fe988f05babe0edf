/** Which content belongs to a tab. */
import type {AnyRow, AnyTab, Family, PathParams} from '../../../families/define.ts';
import type {Deck} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {recordingLook} from '../list/consulted.ts';
import {blameSections} from './blame.ts';
import {childrenTab} from './children.ts';
import {eventsTab} from './history.ts';
import {spansLine, type TabContent} from './lines.ts';
import {sectionsTab} from './sections.ts';
import {singleTab} from './single.ts';
import {specialTab} from './special.ts';
import {answerTab, textTab} from './texts.ts';
import {threadTab} from './thread.ts';
import {treeTab} from './tree.ts';

export function contentOf(
  deck: Deck,
  family: Family,
  tab: AnyTab,
  row: AnyRow,
  at: PathParams,
  revealed: () => boolean,
): TabContent {
  const off = tab.unless?.(row, deck.session.look, at);
  if (off !== undefined) return {lines: () => [spansLine(deck.skin(), [span(off, 'dim')])]};
  const label = family.label(row);
  if ('text' in tab) return textTab(deck, tab, row, at, {title: tab.title, label});
  if ('reads' in tab) return answerTab(deck, tab, row, at, revealed, label);
  if ('sections' in tab) {
    const {session} = deck;
    const isFirst = tab === family.detail.find(candidate => 'sections' in candidate);
    const blames = isFirst && isChanged(family);
    const sections = blames ? blamed(deck, family, tab.sections, at) : tab.sections;
    // What its lines count or name is read while it is shown.
    const consulted = recordingLook(session.look);
    return {
      ...sectionsTab(deck, {sections}, row, at, revealed, consulted.look),
      awake(changed) {
        const stops = [
          consulted.awake(session, changed),
          ...(blames ? [session.recentChanges.subscribe(changed)] : []),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }
  if ('list' in tab) {
    if (tab.as === 'thread') return threadTab(deck, tab, row, at);
    if (tab.below) return treeTab(deck, tab, tab.below, row, at);
    return deck.family(tab.list).single ? singleTab(deck, tab, row, at, revealed) : childrenTab(deck, tab, row, at);
  }
  if ('events' in tab) return eventsTab(deck, tab, row, at);
  return specialTab(deck, tab, row, at);
}

type Sections = Extract<AnyTab, {sections: unknown}>['sections'];
interface Blamed {
  readonly deck: Deck;
  readonly of: Sections;
  readonly sections: Sections;
}
/** What the details of a place show: made once, for what is drawn of a line is remembered by the line. */
const remembered = new WeakMap<PathParams, Blamed>();

function blamed(deck: Deck, family: Family, of: Sections, at: PathParams): Sections {
  const known = remembered.get(at);
  if (known?.deck === deck && known.of === of) return known.sections;
  const sections = [...of, ...blameSections(deck, family, at)];
  remembered.set(at, {deck, of, sections});
  return sections;
}

/** Catalogues and logs are nobody's to change. */
const isChanged = ({entity, actions}: Family): boolean => entity !== undefined || Object.keys(actions).length > 0;
