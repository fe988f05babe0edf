/** The preview of a change for the screens. */
import type {LimitClass} from '../../../contract/schema/endpoint.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import type {Condition} from '../../../families/format/cells.ts';
import type {Risk} from '../../../families/shape/actions.ts';
import type {FamilyId, RowId} from '../../../families/shape/resource.ts';
import type {MonthlyIncrease} from '../../api/guards.ts';

export interface Difference {
  readonly path: string;
  readonly title: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** For a state, its condition before and after. */
  readonly conditions?: {readonly before: Condition | undefined; readonly after: Condition} | undefined;
}

/** Resources of one type that a change affects besides its row. */
export interface Impact {
  readonly family: FamilyId;
  /** "DNS records" */
  readonly title: string;
  /** The names of the known affected resources. */
  readonly names: readonly string[];
  /** The effect on them: "will be detached". */
  readonly effect: string;
  /** `known` if these are all; `loading` if a list is being read; `unknown` if a list could not be read. */
  readonly state: 'known' | 'loading' | 'unknown';
  /** The reason why not all resources are known. */
  readonly gap: string;
}

export interface Preview {
  readonly method: string;
  readonly path: string;
  /** Formatted JSON with masked secrets; undefined without a body. */
  readonly body: string | undefined;
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
  /** For an undo, the values that another program changed after the undone change. */
  readonly changedSince?: readonly Difference[] | undefined;
  /** Other resources that the change affects, by type. */
  readonly impact: readonly Impact[];
  /** The reason why Cancel is the default button; undefined without a risk. */
  readonly risk: Risk | undefined;
  readonly hasCharge: boolean;
  /** Additional costs of all rows together, for a profile whose guards limit them. */
  readonly monthlyIncrease?: MonthlyIncrease;
  /** For one row, "+$2.00/mo" if the change raises its price and the price is known. */
  readonly cost: string | undefined;
  /** The sentence for a change of one row whose price is not known. A command has none: it reads the prices later. */
  readonly unknownCost?: string | undefined;
  /** For several rows, the difference of their total price; undefined if the price doesn't change. */
  readonly totalCost: string | undefined;
  /** The rate limit of the request. */
  readonly limitClass: LimitClass;
  /** Scopes that the request needs. */
  readonly scopes: readonly string[];
  /** True if this token is known to have these scopes. */
  readonly hasScopes: boolean;
  /** The second request of an action with two; its URL is known only from the first response. */
  readonly secondRequest: {readonly method: string; readonly to: string} | undefined;
  /** True if the change deletes the row. */
  readonly isDeletion: boolean;
  /** The rows that already have the values: no request is sent for them. */
  readonly unchangedIds: readonly RowId[];
  /** The rows that the change can't apply to, with the reason. */
  readonly unavailable: ReadonlyMap<RowId, string>;
  /** The number of rows for which Skydeck still checks whether the change can apply; the preview waits for them. */
  readonly checking: number;
  /** The reason why the change can't be undone; undefined if it can. */
  readonly final: string | undefined;
  /** True while lists that the warnings depend on are being read. */
  readonly isLoading: boolean;
  /** The curl command, with `$TOKEN` in place of the token. */
  readonly curl: string;
}

/** The parts of a preview that depend only on the request. */
export type RequestFacts = Omit<
  Preview,
  'isLoading' | 'impact' | 'changedSince' | 'hasScopes' | 'unavailable' | 'checking'
>;

/** The last request that was built, even if it could not be sent. */
export interface RequestDraft {
  /** The body before serialization. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** All problems of the request: with any, it is not sent. */
  readonly fieldErrors: readonly FieldError[];
}
