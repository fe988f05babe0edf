/** What lies over the screen, by what it asks: where nothing is drawn, the same is asked in words. */
import type {BatchPlan} from '../screens/change/batch/batch-plan.ts';
import type {Choice} from '../widgets/chooser.ts';
import type {MenuItem} from '../widgets/menu.ts';
import type {PromptSpec} from '../widgets/prompt.ts';

export type PromptRequest =
  | {
      readonly kind: 'menu';
      readonly title: string;
      readonly items: () => readonly MenuItem[];
      /** Refuses what cannot be taken, and closes unless the menu stays. */
      take(item: MenuItem): unknown;
    }
  | {
      readonly kind: 'choose';
      readonly title: () => string;
      readonly choices: (typed: string) => readonly Choice[];
      readonly nothing: (typed: string) => string;
      /** Refuses what cannot be taken, and closes unless several can. */
      take(choice: Choice): unknown;
      /** Several can be taken; this is the end of it. */
      readonly accept: (() => void) | undefined;
    }
  | ({readonly kind: 'line'} & PromptSpec)
  | SecretPrompt
  | ChangePrompt
  | {readonly kind: 'text'; readonly title: () => string; readonly lines: () => readonly string[]};

/** A line that nobody else may read. */
export interface SecretPrompt {
  readonly kind: 'secret';
  readonly title: string;
  /** What the line is for: "Token". */
  readonly name: string;
  readonly note: string;
  take(text: string): void;
}

/** A change on its way through its four steps. */
export interface ChangePrompt {
  readonly kind: 'change';
  readonly title: () => string;
  readonly plan: BatchPlan;
  /** Settles with the preview where nothing needs to be asked before it, though it could be. */
  readonly previewReady: Promise<void> | undefined;
  readonly hasForm: boolean;
  /** From the preview to the form. */
  toForm(): void;
  /** Resolves when what became of it is known; it closes by itself when there is nothing left to read or to mend. */
  send(): Promise<void>;
}
