/** Which content belongs to a tab. */
import type {AnyRow, AnyTab, PathParams} from '../../../families/define.ts';
import type {Deck} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {childrenTab} from './children.ts';
import {eventsTab} from './history.ts';
import {spansLine, type TabContent} from './lines.ts';
import {sectionsTab} from './sections.ts';
import {singleTab} from './single.ts';
import {specialTab} from './special.ts';
import {answerTab, textTab} from './texts.ts';
import {treeTab} from './tree.ts';

/** @param label of the resource that the tab is about */
export function contentOf(
  deck: Deck,
  tab: AnyTab,
  row: AnyRow,
  at: PathParams,
  revealed: () => boolean,
  label: string,
): TabContent {
  const off = tab.unless?.(row, deck.session.look, at);
  if (off !== undefined) return {lines: () => [spansLine(deck.skin(), [span(off, 'dim')])]};
  if ('text' in tab) return textTab(deck, tab, row, at, {title: tab.title, label});
  if ('reads' in tab) return answerTab(deck, tab, row, at, revealed, label);
  if ('sections' in tab) return sectionsTab(deck, tab, row, at, revealed);
  if ('list' in tab) {
    if (tab.below) return treeTab(deck, tab, tab.below, row, at);
    return deck.family(tab.list).single ? singleTab(deck, tab, row, at, revealed) : childrenTab(deck, tab, row, at);
  }
  if ('events' in tab) return eventsTab(deck, tab, row, at);
  return specialTab(deck, tab, row, at);
}
