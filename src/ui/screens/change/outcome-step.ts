/**
 * The outcome step: the API's response for each resource, and values that only the response holds; it stays until it is
 * closed.
 */
import type {Condition} from '../../../families/format/cells.ts';
import {withoutEllipsis} from '../../../families/format/format.ts';
import {keyName} from '../../../keymap/keymap.ts';
import {createLayer, type ExtraBinding} from '../../../keymap/layer.ts';
import {percentOf} from '../../../store/transfers/transfer.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {transferAmount} from '../../frame/operations-strip.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {paintSpans, type Span, span, wrap} from '../../widgets/spans.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import type {BatchPlan} from './batch/batch-plan.ts';
import {type BatchStatus, isWaitingForUser} from './batch/batch-run.ts';
import type {ChangeResult} from './batch/result-lines.ts';
import {followUpAction, followUpWords} from './followup-action.ts';
import type {StepHost, StepView} from './form/form-step.ts';
import {createQrCodes} from './form/qr-codes.ts';

const conditions: Readonly<Record<ChangeResult['state'], Condition>> = {
  waiting: 'off',
  sending: 'busy',
  ok: 'ok',
  unknown: 'unknown',
  failed: 'failed',
  skipped: 'attention',
};

export interface OutcomeHost extends StepHost {
  /** Sends failed changes again. */
  retry(): void;
  /** Continues with the change that must follow. */
  goOn(next: BatchPlan): void;
}

/** The progress of the whole plan, above the individual results. */
const statusWords: Readonly<Partial<Record<BatchStatus, string>>> = {
  running: 'under way',
  paused: 'Paused. p resume · s stop',
  failed: 'Paused: 1 failed. p continue · s stop',
  unkept: 'Paused: can’t write the journal. p retry · s stop',
  stopped: 'Stopped. Type :resume to continue with the rest.',
};

/** Says if the revealed values can be seen again. */
function againWords(revealed: ChangeResult['revealed']): readonly (readonly Span[])[] {
  if (revealed.length === 0) return [];
  return revealed.every(({kept}) => kept === true)
    ? [[], [span('   Press v in the detail to show it again.', 'dim')]]
    : [[], [span('   Shown only once.', 'attention')]];
}

export function outcomeView(context: ConsoleContext, plan: BatchPlan, host: OutcomeHost): StepView {
  let top = 0;
  let height = 1;
  let open = false;
  /** True if the revealed values have not been painted since they became visible. */
  let sought = false;
  /** True if the secret was shown, or if a clipboard confirmed that it has the text. */
  let isSafe = false;
  let isSent = false;
  /** True if the user was warned about closing without either. */
  let isWarned = false;
  const scans = createQrCodes(context, () => host.resize());
  const revealed = () => plan.results.get().flatMap(result => result.revealed);

  function lines(columns: number): string[] {
    const skin = context.skin();
    const paint = (spans: readonly Span[]): string => paintSpans(skin, spans, columns);
    const results = plan.results.get();
    const at = plan.status.get();
    const pace = at === 'stopped' && !plan.isJournaled() ? 'stopped: the rest was not sent' : statusWords[at];
    const trouble = plan.journalProblem();
    const settled = results.filter(({state}) => state !== 'waiting' && state !== 'sending').length;
    const head =
      results.length > 1 && pace !== undefined
        ? [
            paint([span(` ${settled} of ${results.length} `, 'strong'), span(pace, 'dim')]),
            ...wrap(trouble ?? '', columns - 4).map(piece => paint([span(`   ${piece}`, 'attention')])),
            paint([]),
          ]
        : [];
    const resultRows = [...results, ...plan.skipped].flatMap(({label, state, words, revealed}, index) => {
      const condition = conditions[state];
      const text = words === '' ? (state === 'sending' ? sendingWords(index) : state) : words;
      // For a created resource only the outcome text names it; other results already contain the label.
      const isMade = results.length === 1 && plan.lead.row === undefined && words !== '';
      const isSaid = isMade || text.includes(label);
      const textLines = wrap(isSaid ? text : `${label}: ${text}`, columns - 4).map((piece, index) =>
        paint([span(` ${index === 0 ? skin.glyph(condition) : ' '} `, condition), span(piece)]),
      );
      const secretLines = revealed.flatMap(({title, value, secret, scan}) => {
        const isHidden = secret === true && !open;
        const valueLines = isHidden ? ['••••••••  v shows it, c copies it'] : wrap(value, columns - 6);
        return [
          paint([]),
          ...(isHidden ? [] : scans.lines(scan, columns)),
          paint([span(`   ${title}`, 'dim')]),
          ...valueLines.map(piece => paint([span(`   ${piece}`, 'strong')])),
        ];
      });
      return [...textLines, ...secretLines, ...againWords(revealed).map(words => paint(words))];
    });
    const onward = followUpWords(context, plan);
    const next = onward === undefined ? [] : [paint([]), paint([span(`   ${onward}`, 'accent')])];
    const warned = isWarned && !isSafe ? [paint([]), ...wrap(lossWords(), columns - 4).map(warn)] : [];
    return [...head, ...resultRows, ...next, ...warned];

    function warn(piece: string, index: number): string {
      const glyph = index === 0 ? skin.glyph('attention') : ' ';
      return paint([span(` ${glyph} `, 'attention'), span(piece, 'attention')]);
    }
  }
  /** Secrets that would be lost unseen if the dialog closed now. */
  const unseen = (): readonly string[] =>
    isSafe
      ? []
      : revealed()
          .filter(({secret, kept}) => secret === true && kept !== true)
          .map(({title}) => title);
  const lossWords = (): string =>
    `${unseen().join(' and ')}: ${isSent ? 'the copy was not confirmed' : 'not shown and not copied'}. ${
      unseen().length === 1 ? "This value can't" : "These values can't"
    } be shown again. Press v to show, c to copy, or once more ${closeKeys()} to close.`;
  const closeKeys = (): string =>
    context.keymap
      .keys('outcome', 'close')
      .map(key => keyName(key))
      .join(' or ');
  /** Closes after one warning: the second press counts. */
  function close(): void {
    if (isWarned || unseen().length === 0) {
      host.close();
      return;
    }
    isWarned = true;
    top = Number.MAX_SAFE_INTEGER;
    host.resize();
  }
  async function copy(): Promise<void> {
    const all = revealed();
    const isConfirmed = await copyText(
      context,
      all.map(({value}) => value).join('\n'),
      all.map(({title}) => title).join(' and '),
    );
    isSafe ||= isConfirmed;
    isSent = true;
    host.resize();
  }
  /** The text while a file transfer runs, which the user need not wait for. */
  function sendingWords(index: number): string {
    const transfer = plan.changes[index]?.get().transfer;
    if (transfer === undefined) return 'sending…';
    const {done, total} = transfer.get();
    const percent = percentOf(done, total) ?? 0;
    return `${context.skin().progress(percent, 12)} ${percent}%  ${transferAmount(transfer)}; continues in the background`;
  }
  const scrollKeys = scrollLayer(
    by => {
      top = Math.max(0, top + by);
      host.repaint();
    },
    () => height,
  );
  const isUnderWay = (): boolean =>
    plan.changes.length > 1 && (plan.status.get() === 'running' || isWaitingForUser(plan.status.get()));
  const hasFailed = (): boolean =>
    plan.changes.length > 1 && plan.steps === undefined && plan.results.get().some(({state}) => state === 'failed');
  const nothing = (): boolean => revealed().length === 0;
  function onwardKeys(): readonly ExtraBinding[] {
    const onward = followUpAction(context, plan);
    if (onward?.key === undefined) return [];
    const {key, title, unless} = onward;
    const run = (): void => {
      const next = onward.plan();
      if (next) host.goOn(next);
    };
    return [{keys: [key], title, help: `${withoutEllipsis(title)}: follows next.`, order: 0, unless, run}];
  }
  const keys = createLayer(
    'outcome',
    {
      close,
      pause: {
        run: () => (plan.status.get() === 'running' ? plan.pause() : plan.goOn()),
        hidden: () => !isUnderWay(),
      },
      stop: {run: () => plan.stop(), hidden: () => !isUnderWay()},
      retry: {run: () => host.retry(), hidden: () => isUnderWay() || !hasFailed()},
      reveal: {
        run() {
          open = !open;
          sought = open;
          isSafe = true;
          host.resize();
        },
        hidden: () => !revealed().some(({secret}) => secret === true),
      },
      copy: {
        run: () => void copy(),
        hidden: nothing,
      },
    },
    {title: 'Outcome', extras: onwardKeys},
  );
  return {
    rows: columns => lines(columns).length,
    paint(columns, rows) {
      height = rows;
      const all = lines(columns);
      // A camera can't read a part of a code.
      const [first] = sought ? revealed().flatMap(({scan}) => scans.lines(scan, columns)) : [];
      if (first !== undefined) {
        top = all.indexOf(first);
        sought = false;
      }
      top = Math.max(0, Math.min(top, all.length - rows));
      return all.slice(top, top + rows);
    },
    layers: () => [{...scrollKeys, modal: true}, keys],
  };
}
