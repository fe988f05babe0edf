/** The accounts of a page: a single account, or several, whose names start the lines. */
import type {Ref} from '../../../families/shape/define-family.ts';
import {type AccountContext, accountContexts} from '../../context/active-account.ts';
import type {Destination} from '../../context/navigation.ts';
import type {AccountPort, ClockPort, MergedAccountsPort, PageAccountPorts, SkinPort} from '../../context/ports.ts';
import {cellWidth} from '../../terminal/index.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';

/** An account of a page, with the context that it has alone on the screen. */
export interface PageAccount {
  readonly context: PageAccountPorts;
}

export interface PageAccounts<P extends PageAccount = PageAccount> {
  /** The context of the page: of the single account, or of all accounts together. */
  readonly context: AccountPort & ClockPort & MergedAccountsPort & SkinPort;
  readonly all: readonly P[];
  /** The width of a name with the gap after it; 0 for a single account. */
  readonly columns: number;
  /** The heading of the names. */
  readonly head: string;
  /** The name and a gap; empty for a single account. */
  nameSpans(part: P): Span[];
  /** The destination for a resource of the account. */
  destinationOf(part: P, ref: Ref): Destination;
}

const NAME_HEADING = 'PROFILE';
const NAME_GAP_CELLS = 2;

export function pageAccounts<P extends PageAccount, Context extends MergedAccountsPort & PageAccountPorts>(
  context: Context,
  as: (own: AccountContext<Context>) => P,
): PageAccounts<P> {
  const {accounts} = context;
  const all = accountContexts(context).map(as);
  const widest = Math.max(...[NAME_HEADING, ...all.map(part => part.context.profile.name)].map(cellWidth));
  return {
    context,
    all,
    columns: accounts ? widest + NAME_GAP_CELLS : 0,
    head: accounts ? cell(NAME_HEADING, widest + NAME_GAP_CELLS) : '',
    nameSpans({context: {profile}}) {
      if (!accounts) return [];
      const name = cell(profile.name, widest);
      const style = profile.production ? context.skin().danger : undefined;
      return [style ? {text: name, style} : span(name, 'accent'), span(' '.repeat(NAME_GAP_CELLS))];
    },
    destinationOf: (part, ref) => ({...ref, ...(accounts && {profile: part.context.profile.name})}),
  };
}
