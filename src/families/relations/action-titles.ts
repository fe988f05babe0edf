/** Titles of changing operations, in the family that offers them. */
import type {Family} from '../shape/define-family.ts';

/** A sent request: the operation's ID, and the method, which identifies requests to a presigned URL. */
export interface RequestIdentity {
  readonly operation: string;
  readonly method: string;
}

/** "Edit": the title in the first family that offers the operation; the operation's ID if none does. */
export function actionTitle(families: readonly Family[], {operation, method}: RequestIdentity): string {
  const titled = families
    .flatMap(({actions}) => Object.values(actions))
    .filter(action => action.operation === operation && action.title !== undefined);
  const action =
    titled.find(({presignedRequest}) => presignedRequest?.method === method) ??
    titled.find(({presignedRequest}) => !presignedRequest);
  return action?.title?.replace(/…$/, '') ?? operation;
}
