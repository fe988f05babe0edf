/** For tests: MongoDB clusters, each with its own label. */
import {contract} from '../../../contract/index.ts';
import type {TestAccount} from '../../testing/test-account.ts';

const {mongodb} = contract.databases;

/** @param account a getter, because tests are collected before the account is opened */
export function testClusters(account: () => TestAccount) {
  let count = 0;
  const basis = {type: 'g6-standard-1', region: 'us-east', engine: 'mongodb/4.4.10'};
  const clusterBody = (body: object = {}) => ({...basis, label: `db-${++count}`, ...body});
  const make = async (body: object = {}) => (await account().ok(mongodb.create, {body: clusterBody(body)})).id;
  const wait = (seconds: number) => account().pass(seconds);
  const provision = () => wait(30 * 60 + 1);
  return {
    named: clusterBody,
    make,
    wait,
    provision,
    at: (id: number) => ({params: {instanceId: id}}),
    /** An active one. */
    async ready(body: object = {}) {
      const id = await make(body);
      provision();
      return id;
    },
  };
}
