/** The preview of a change for the screens. */
import type {LimitClass} from '../../../contract/schema/endpoint.ts';
import type {Problem} from '../../../contract/schema/problem.ts';
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

/** Resources of one kind that a change touches besides its own. */
export interface Impact {
  readonly family: FamilyId;
  /** "DNS records" */
  readonly title: string;
  /** The affected resources as far as they are known. */
  readonly names: readonly string[];
  /** The effect on them: "will be detached". */
  readonly effect: string;
  /** `known` if these are all; `loading` and `unknown` if a list is being read or could not be read. */
  readonly state: 'known' | 'loading' | 'unknown';
  /** The reason why not all are known. */
  readonly gap: string;
}

export interface Preview {
  readonly method: string;
  readonly path: string;
  /** Pretty JSON, secrets masked; undefined without a body. */
  readonly body: string | undefined;
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
  /** Other resources that the change touches, by kind. */
  readonly impact: readonly Impact[];
  /** The reason to put the initial selection on Cancel; undefined without a risk. */
  readonly risk: Risk | undefined;
  readonly hasCharge: boolean;
  /** Additional costs of all rows together, for a profile whose guards limit them. */
  readonly monthlyIncrease?: MonthlyIncrease;
  /** For one row, "+$2.00/mo" if the change raises its price and the price is known. */
  readonly cost: string | undefined;
  /** For several rows, the difference to their price in total; undefined if the price stays as it is. */
  readonly totalCost: string | undefined;
  /** The rate limit of the request. */
  readonly limitClass: LimitClass;
  /** Scopes that the request needs. */
  readonly scopes: readonly string[];
  /** True if this token is known to have these scopes. */
  readonly hasScopes: boolean;
  /** The second request of an action with two; its URL is known only from the first response. */
  readonly secondRequest: {readonly method: string; readonly to: string} | undefined;
  /** True if the row no longer exists afterwards. */
  readonly isDeletion: boolean;
  /** The rows that have the values already: nothing is sent for them. */
  readonly unchangedIds: readonly RowId[];
  /** The rows that the change cannot apply to, with the reason. */
  readonly unavailable: ReadonlyMap<RowId, string>;
  /** The number of rows for which Skydeck still reads whether the change can apply; the preview waits for them. */
  readonly checking: number;
  /** The reason why the change can't be undone; undefined if it can. */
  readonly final: string | undefined;
  /** True while lists that the warnings depend on are being read. */
  readonly loading: boolean;
  /** The curl command, with `$TOKEN` in place of the token. */
  readonly curl: string;
}

/** The parts of a preview that follow from the request alone. */
export type RequestFacts = Omit<Preview, 'loading' | 'impact' | 'hasScopes' | 'unavailable' | 'checking'>;

/** The last request that was built, even if it could not be sent. */
export interface RequestDraft {
  /** The body before serialization. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** All problems of the request: with any, it is not sent. */
  readonly problems: readonly Problem[];
}
