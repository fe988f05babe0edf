/** The overlays by the question that they ask: plain mode asks the same question as text. */
import type {Tone} from '../../families/format/cells.ts';
import type {AuditRecord} from '../../store/changes/audit-log.ts';
import type {BatchPlan} from '../../store/changes/batch/batch-plan.ts';
import type {ChoiceText} from '../widgets/choice-lines.ts';

export interface MenuItem {
  readonly key?: string | undefined;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone;
  /** The reason why it is disabled: the item is dimmed, and the reason shows if it is taken anyway. */
  readonly unless?: string | undefined;
  /** Returns a promise if it takes time: plain mode waits for it, the screen doesn't. */
  readonly run: () => unknown;
}

export interface Choice extends ChoiceText {
  /** Returns a promise if it takes time: plain mode waits for it, the screen doesn't. */
  readonly run: () => unknown;
}

export interface PromptSpec {
  readonly title: string;
  /** The name of the line: "File". */
  readonly name: string;
  readonly initial: string;
  readonly note: string;
  /** Takes the line; returns the reason if it can't be taken, and then the prompt stays. */
  readonly take: (text: string) => Promise<string | undefined>;
}

export type PromptRequest =
  | {
      readonly kind: 'menu';
      readonly title: string;
      readonly items: () => readonly MenuItem[];
      /** Runs an item, or refuses one that is disabled; closes unless the menu stays open. */
      take(item: MenuItem): unknown;
    }
  | {
      readonly kind: 'choose';
      readonly title: () => string;
      readonly choices: (typed: string) => readonly Choice[];
      readonly nothing: (typed: string) => string;
      /** Takes a choice, or refuses one that is disabled; closes unless several can be chosen. */
      take(choice: Choice): unknown;
      /** Takes all chosen items if several can be chosen. */
      readonly accept: (() => unknown) | undefined;
    }
  | ({readonly kind: 'line'} & PromptSpec)
  | SecretPrompt
  | ChangePrompt
  | ChangeLogPrompt
  | TextPrompt;

/** A text to read. */
export interface TextPrompt {
  readonly kind: 'text';
  readonly title: () => string;
  readonly lines: () => readonly string[];
  /** Resolves when the lines are loaded, or can't be loaded; without it they are known at once. */
  readonly whenReady?: () => Promise<void>;
}

/** The change log, whose entries can be opened and undone. */
export interface ChangeLogPrompt {
  readonly kind: 'changeLog';
  readonly title: () => string;
  /** The entries that match the filter, newest first. */
  readonly records: () => readonly AuditRecord[];
  readonly line: (record: AuditRecord) => string;
  /** A text in addition to the entries: the log is empty or can't be read. */
  readonly note: () => string | undefined;
  readonly open: (record: AuditRecord) => void;
  /** Resolves when the entries are loaded, or can't be loaded. */
  readonly whenReady: () => Promise<void>;
}

/** A line of text that must stay hidden. */
export interface SecretPrompt {
  readonly kind: 'secret';
  readonly title: string;
  /** The name of the line: "Token". */
  readonly name: string;
  readonly note: string;
  /** Takes the line; returns the reason if it can't be taken, and then the prompt stays. */
  take(text: string): string | undefined;
}

/** A change and its four steps. */
export interface ChangePrompt {
  readonly kind: 'change';
  readonly title: () => string;
  readonly plan: BatchPlan;
  /** Settles with the preview if no question is needed before it, even though a form exists. */
  readonly previewReady: Promise<void> | undefined;
  readonly hasForm: boolean;
  /** Returns from the preview to the form. */
  toForm(): void;
  /** Resolves when the outcome is known; closes automatically unless the user must read or correct something. */
  send(): Promise<void>;
}
