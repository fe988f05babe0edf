/** Tabs of plain text, and tabs with the response of a separate request. */
import type {AnyRow, AnyTab} from '../../../../families/shape/define-family.ts';
import type {KeymapPort, SessionPort, SkinPort} from '../../../context/ports.ts';
import {scriptSpans, zoneSpans} from '../../../widgets/highlight.ts';
import {span, wrapIndented} from '../../../widgets/spans.ts';
import {
  type DetailLine,
  loadingLine,
  messageLines,
  spansLine,
  type TabContent,
  type TabSubject,
} from '../../shared/detail-lines.ts';
import {fileNameOf} from '../../shared/save-text.ts';
import {maskedTexts, sectionsTab} from './sections.ts';

type TextTab = Extract<AnyTab, {text: unknown}>;
type AnswerTab = Extract<AnyTab, {operation: unknown; content: unknown}>;

/** @param subject the title of the text, and the resource that has it */
export function textTab(
  context: KeymapPort & SessionPort & SkinPort,
  tab: Pick<TextTab, 'text' | 'language' | 'secret'>,
  {row, params, revealed}: TabSubject,
  subject: {readonly title: string; readonly label: string},
): TabContent {
  return {
    textContent() {
      const text = tab.text(row, context.session.lookup, params);
      if (!text) return undefined;
      return {kind: subject.title.toLowerCase(), text, file: fileName(subject, text), isSecret: tab.secret === true};
    },
    lines(columns) {
      const skin = context.skin();
      if (tab.secret && !revealed())
        return [
          spansLine(
            skin,
            maskedTexts(context.keymap).map(text => span(text, 'dim')),
          ),
        ];
      const text = tab.text(row, context.session.lookup, params);
      if (text === undefined) return [spansLine(skin, [span('? unknown', 'unknown')])];
      if (text === null || text === '') return [spansLine(skin, [span('—', 'dim')])];
      // Line breaks stay: long lines are wrapped, and indentation is part of the text.
      const spansOf =
        tab.language === 'script'
          ? scriptSpans
          : tab.language === 'zone'
            ? zoneSpans
            : (piece: string) => [span(piece)];
      return wrapIndented(text, columns - 1).map(piece => spansLine(skin, spansOf(piece)));
    },
  };
}

function fileName({title, label}: {readonly title: string; readonly label: string}, text: string): string {
  return fileNameOf(`${label} ${title}`, endingOf(text));
}

function endingOf(text: string): string {
  if (text.startsWith('-----BEGIN ')) return 'pem';
  if (text.startsWith('apiVersion:')) return 'yaml';
  return /^(?:ssh|ecdsa)-/.test(text) ? 'pub' : text.startsWith('#!') ? 'sh' : 'txt';
}

const hasSecrets = (content: AnswerTab['content']): boolean =>
  'sections' in content
    ? content.sections.some(section => section.lines.some(({secret}) => secret === true))
    : content.secret === true;

export function answerTab(
  context: KeymapPort & SessionPort & SkinPort,
  tab: AnswerTab,
  {row, params, revealed}: TabSubject,
  label: string,
): TabContent {
  const subject = {title: tab.title, label};
  const source = context.session.query(tab.operation, tab.params(row, params), tab.refreshSeconds);
  const {content} = tab;
  return {
    lines(columns): readonly DetailLine[] {
      const {value, failure, validAt, isOutdated} = source.getState();
      const skin = context.skin();
      const lines = failure === undefined ? [] : messageLines(skin, failure.message, 'failed', columns);
      if (typeof value !== 'object' || value === null) {
        if (lines.length > 0) return lines;
        return validAt === undefined ? [loadingLine(skin)] : messageLines(skin, tab.emptyText ?? '—', 'dim', columns);
      }
      // An outdated secret would look current, because users can't distinguish it from the new one.
      if (isOutdated && hasSecrets(content)) return lines.length > 0 ? lines : [loadingLine(skin)];
      const response = value as AnyRow;
      const isEmpty = 'text' in content && content.text(response, context.session.lookup, params) === '';
      if (isEmpty) return [...lines, ...messageLines(skin, tab.emptyText ?? '—', 'dim', columns)];
      const shown =
        'text' in content
          ? textTab(context, content, {row: response, params, revealed}, subject)
          : sectionsTab(context, content, {row: response, params, revealed});
      return [...lines, ...shown.lines(columns)];
    },
    textContent() {
      const {value} = source.getState();
      if (!('text' in content) || typeof value !== 'object' || value === null) return undefined;
      return textTab(context, content, {row: value as AnyRow, params, revealed}, subject).textContent?.();
    },
    subscribe: changed => source.subscribe(changed),
  };
}
