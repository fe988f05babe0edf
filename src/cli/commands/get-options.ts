/** The options of `skydeck get`. */
import type {Settings} from '../../profiles/settings.ts';
import type {OutputFormat} from '../io/print-rows.ts';

export interface GetOptions {
  readonly format: OutputFormat | undefined;
  /** False for a table or CSV without its heading. */
  readonly hasHeaders: boolean;
  readonly filter?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  /** True to read endless lists, such as events, completely. */
  readonly all: boolean;
  /** Query parameters as typed: `prefix=logs/`. */
  readonly query: readonly string[];
  /** The columns and the order of a table in the settings. */
  readonly settings?: Pick<Settings, 'columns' | 'sorts'> | undefined;
}
