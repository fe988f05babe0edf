/**
 * The content of a preview as data. The console, the command line and plain mode render it: they choose symbols, colors
 * and the separator of two values, but no texts.
 */
import {containsPrice} from '../../cost/change-cost.ts';
import {impactLines} from './impact.ts';
import type {Difference, Impact, Preview} from './preview-content.ts';

export interface PreviewNote {
  readonly kind: 'changed' | 'cost' | 'warning' | 'impact' | 'scope' | 'undo';
  readonly text: string;
  /** For an impact, whether all affected resources are known. */
  readonly state?: Impact['state'];
}

interface ChangedStep {
  readonly label: string;
  readonly change: {getState(): {readonly preview: Preview | undefined}};
}

/** The separator of two values: a word for a text that is read aloud. */
type Separator = '→' | 'becomes';

export interface ChangedValue extends Pick<Difference, 'title' | 'before' | 'conditions'> {
  readonly after: string;
}

export interface PreviewFacts {
  readonly method: string;
  readonly path: string;
  /** The second request of an action with two: "DELETE", and "at the URL of the first response". */
  readonly followed: Preview['secondRequest'];
  readonly changes: readonly ChangedValue[];
  /** The lines of the body; empty if the preview can show changed values instead. */
  readonly body: readonly string[];
  /**
   * Values that another program changed, cost, warnings and effects on other resources; then scopes that may be
   * missing, and whether the change can be undone.
   */
  readonly notes: readonly PreviewNote[];
}

/** @param separator stands between two values */
export function previewFacts(preview: Preview, separator: Separator = '→'): PreviewFacts {
  const {method, path, secondRequest, differences, body} = preview;
  return {
    method,
    path,
    followed: secondRequest,
    changes: differences.map(({title, before, after = 'nothing', conditions}) => ({title, before, after, conditions})),
    // The body of a request for a presigned URL describes the second request, which has a separate line.
    body:
      differences.length > 0 || secondRequest !== undefined || body === undefined || body === '{}'
        ? []
        : body.split('\n'),
    notes: [...changedSinceNotes(preview, separator), ...consequences(preview), ...conditionsOf(preview)],
  };
}

/**
 * "Size: 20 GB → 40 GB".
 */
export const changedValueText = ({title, before, after}: ChangedValue, separator: Separator): string =>
  before === undefined ? `${title}: ${after}` : `${title}: ${before} ${separator} ${after}`;

/** "Changed since then: Tags mine → mine, theirs"; without the values if they don't fit into a line. */
const changedSinceNotes = ({changedSince = []}: Preview, separator: Separator): readonly PreviewNote[] =>
  changedSince.map(({title, before, after}) => {
    const values = before === undefined || after === undefined ? '' : ` ${before} ${separator} ${after}`;
    return {kind: 'changed', text: `Changed since then: ${title}${values}`};
  });

/** The same for the steps of an undo: "web-01: changed since then: Tags mine → mine, theirs". */
export const changedStepTexts = (steps: readonly ChangedStep[], separator: Separator): readonly string[] =>
  steps.flatMap(({label, change}) => {
    const {preview} = change.getState();
    const notes = preview === undefined ? [] : changedSinceNotes(preview, separator);
    return notes.map(({text}) => `${label}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  });

/** True if sending is not the default: the change has a risk, or overwrites values of another program. */
export const needsCare = ({risk, changedSince = []}: Preview): boolean => risk !== undefined || changedSince.length > 0;

/** True for notes that are shown even when the user confirmed the change beforehand. */
export const isConsequence = ({kind}: PreviewNote): boolean =>
  kind === 'changed' || kind === 'cost' || kind === 'warning' || kind === 'impact';

/** Undefined if the change costs nothing, or if its warnings or values contain the price. */
function costSentence({hasCharge, cost, unknownCost, ...texts}: Preview): string | undefined {
  if (cost !== undefined) return `Cost: ${cost}.`;
  return hasCharge && !containsPrice(texts) ? unknownCost : undefined;
}

const consequences = (preview: Preview): readonly PreviewNote[] =>
  [costSentence(preview)]
    .flatMap((text): PreviewNote[] => (text === undefined ? [] : [{kind: 'cost', text}]))
    .concat(otherConsequences(preview));

const otherConsequences = ({totalCost, warnings, impact}: Preview): readonly PreviewNote[] => [
  ...(totalCost === undefined ? [] : [{kind: 'cost' as const, text: totalCost}]),
  ...warnings.map(text => ({kind: 'warning' as const, text})),
  ...impact.flatMap(item => impactLines(item).map(text => ({kind: 'impact' as const, text, state: item.state}))),
];

const conditionsOf = ({scopes, hasScopes, final}: Preview): readonly PreviewNote[] => [
  ...(scopes.length > 0 && !hasScopes
    ? [{kind: 'scope' as const, text: `The token may lack a scope: needs ${scopes.join(' and ')}.`}]
    : []),
  ...(final === undefined ? [] : [{kind: 'undo' as const, text: `Can’t be undone. ${final}`}]),
];
