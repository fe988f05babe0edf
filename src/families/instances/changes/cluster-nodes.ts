/** Instances that are nodes of a Kubernetes cluster. */
import type {Instance} from '../../../contract/instances/index.ts';
import type {Lookup} from '../../shape/define-family.ts';

/** The label of a cluster, or its ID until the cluster is loaded. */
export const clusterName = (id: number, lookup: Lookup): string =>
  lookup.find('kube.clusters', id)?.label ?? String(id);

/** A warning before a change of a node that bypasses its cluster. */
export const ofCluster = ({kube_cluster_id: id}: Instance, lookup: Lookup): readonly string[] =>
  id == null
    ? []
    : [
        `The instance is a node of the Kubernetes cluster ${clusterName(id, lookup)}, which will replace it.`,
        'Edit or recycle the node pool of the cluster instead.',
      ];
