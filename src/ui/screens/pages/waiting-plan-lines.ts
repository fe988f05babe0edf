/** The plans of agents that wait for a user, in a line for each account of a page. */
import {span} from '../../widgets/spans.ts';
import type {PageAccounts} from '../shared/page-accounts.ts';
import {waitingPlansText} from '../shared/plan-text.ts';
import {type PageLine, pageText} from './page-lines.ts';

export const waitingPlanLines = ({
  context,
  all,
  nameSpans,
}: Pick<PageAccounts, 'context' | 'all' | 'nameSpans'>): PageLine[] =>
  all.flatMap(part => {
    const text = waitingPlansText(part.context.session.plans?.waiting() ?? []);
    if (text === undefined) return [];
    const sign = span(`${context.skin().glyph('attention')} `, 'attention');
    return [pageText([sign, ...nameSpans(part), span(text, 'strong')], {page: 'plans'})];
  });
