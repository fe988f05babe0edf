/** The outcome step: what the API said, for each resource; a failure stays until it is closed. */

import type {Condition} from '../../../families/cells.ts';
import {layer} from '../../../keymap/layer.ts';
import type {Deck} from '../../deck.ts';
import {paintSpans, span, wrap} from '../../widgets/spans.ts';
import {movingLayer} from '../moving.ts';
import type {StepHost, StepView} from './form.ts';
import type {Plan, Result} from './plan.ts';

const conditions: Readonly<Record<Result['state'], Condition>> = {
  waiting: 'off',
  sending: 'busy',
  ok: 'ok',
  unknown: 'unknown',
  failed: 'failed',
  skipped: 'attention',
};

export function outcomeView(deck: Deck, plan: Plan, host: StepHost): StepView {
  let top = 0;
  let height = 1;
  const lines = (columns: number): string[] => {
    const skin = deck.skin();
    return [...plan.results.get(), ...plan.skipped].flatMap(({label, state, words}) => {
      const condition = conditions[state];
      const text = words === '' ? (state === 'sending' ? 'sending…' : state) : words;
      return wrap(`${label}: ${text}`, columns - 4).map((piece, index) =>
        paintSpans(skin, [span(` ${index === 0 ? skin.glyph(condition) : ' '} `, condition), span(piece)], columns),
      );
    });
  };
  const moving = movingLayer(
    by => {
      top = Math.max(0, top + by);
      host.repaint();
    },
    () => height,
  );
  const keys = layer('outcome', {close: () => host.close()}, {title: 'Outcome'});
  return {
    rows: columns => lines(columns).length,
    paint(columns, rows) {
      height = rows;
      const all = lines(columns);
      top = Math.max(0, Math.min(top, all.length - rows));
      return all.slice(top, top + rows);
    },
    layers: () => [{...moving, modal: true}, keys],
  };
}
