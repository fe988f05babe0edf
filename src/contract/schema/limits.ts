/** Documented sizes of the rate-limit classes, per user. Limits in the headers of a response take precedence. */
import type {LimitClass} from './endpoint.ts';

export const rateLimitSizes: Readonly<Record<LimitClass, {readonly requests: number; readonly seconds: number}>> = {
  general: {requests: 1600, seconds: 120},
  createInstance: {requests: 10, seconds: 30},
  stats: {requests: 100, seconds: 60},
  objectStorage: {requests: 750, seconds: 1},
  openTicket: {requests: 2, seconds: 60},
  acceptTransfer: {requests: 2, seconds: 60},
};
