/** Generated from src/contract/ by `node scripts/generate-fields.mjs`: the fields of each family’s rows, with kind and known values. */
export const fieldFacts: Readonly<Record<string, string>> = {
  instances:
    'label;region;image;type;group;tags;id number;status choice running|offline|booting|rebooting|shutting_down|provisioning|deleting|migrating|rebuilding|cloning|restoring|stopped|busy|billing_suspension;hypervisor choice kvm;created moment;updated moment;ipv4;ipv6;specs;specs.disk megabytes;specs.memory megabytes;specs.vcpus number;specs.transfer number;specs.gpus number;alerts;alerts.cpu number;alerts.network_in number;alerts.network_out number;alerts.transfer_quota number;alerts.io number;backups;backups.enabled flag;backups.available flag;backups.schedule;backups.schedule.day choice Scheduling|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday;backups.schedule.window choice Scheduling|W0|W2|W4|W6|W8|W10|W12|W14|W16|W18|W20|W22;backups.last_successful moment;watchdog_enabled flag;host_uuid;capabilities;disk_encryption choice enabled|disabled;has_user_data flag;interface_generation;kube_cluster_id number;maintenance_policy;placement_group;placement_group.id number;placement_group.label;placement_group.placement_group_type;placement_group.placement_group_policy;placement_group.migrating_to number',
  'instances.configs':
    'id number;kernel;comments;memory_limit number;run_level choice default|single|binbash;virt_mode choice paravirt|fullvirt;interfaces;helpers;helpers.updatedb_disabled flag;helpers.distro flag;helpers.modules_dep flag;helpers.network flag;helpers.devtmpfs_automount flag;label;devices;devices.sda;devices.sda.disk_id number;devices.sda.volume_id number;devices.sdb;devices.sdb.disk_id number;devices.sdb.volume_id number;devices.sdc;devices.sdc.disk_id number;devices.sdc.volume_id number;devices.sdd;devices.sdd.disk_id number;devices.sdd.volume_id number;devices.sde;devices.sde.disk_id number;devices.sde.volume_id number;devices.sdf;devices.sdf.disk_id number;devices.sdf.volume_id number;devices.sdg;devices.sdg.disk_id number;devices.sdg.volume_id number;devices.sdh;devices.sdh.disk_id number;devices.sdh.volume_id number;root_device;initrd;created moment;updated moment',
  'instances.configs.interfaces':
    'id number;purpose choice public|vlan|vpc;label;ipam_address;active flag;vpc_id number;subnet_id number;ipv4;ipv4.vpc;ipv4.nat_1_1;ip_ranges;primary flag',
  'instances.disks':
    'id number;label;status choice ready|not ready|deleting;size number;filesystem choice raw|swap|ext3|ext4|initrd|ext2;created moment;updated moment;disk_encryption choice enabled|disabled',
  'instances.volumes':
    'id number;label;filesystem_path;status choice creating|active|resizing|key_rotating;size gigabytes;region;compute_id number;compute_label;created moment;updated moment;tags;hardware_type choice hdd|nvme;encryption choice enabled|disabled;io_ready flag',
  'instances.firewalls':
    'id number;label;created moment;updated moment;status choice enabled|disabled|deleted;rules;rules.inbound;rules.outbound;rules.inbound_policy choice ACCEPT|DROP;rules.outbound_policy choice ACCEPT|DROP;rules.version number;rules.fingerprint;tags;entities',
  'instances.interfaces.settings':
    'network_helper flag;default_route;default_route.ipv4_interface_id number;default_route.ipv4_eligible_interface_ids;default_route.ipv6_interface_id number;default_route.ipv6_eligible_interface_ids',
  'instances.interfaces.history':
    'interface_history_id number;interface_id number;compute_id number;version number;interface_data;created moment',
  'instances.interfaces.firewalls':
    'id number;label;created moment;updated moment;status choice enabled|disabled|deleted;rules;rules.inbound;rules.outbound;rules.inbound_policy choice ACCEPT|DROP;rules.outbound_policy choice ACCEPT|DROP;rules.version number;rules.fingerprint;tags;entities',
  'instances.nodebalancers':
    'id number;label;region;hostname;ipv4;ipv6;created moment;updated moment;client_conn_throttle number;transfer;transfer.total megabytes;transfer.out megabytes;transfer.in megabytes;tags;kube_cluster;kube_cluster.id;kube_cluster.label;kube_cluster.type;kube_cluster.url;type choice common|premium',
  images:
    'id;label;created moment;updated moment;created_by;deprecated flag;description;is_public flag;size megabytes;type choice manual|automatic|shared;expiry deadline;eol deadline;vendor;status choice creating|pending_upload|available;capabilities;image_sharing;image_sharing.shared_by;image_sharing.shared_by.sharegroup_id number;image_sharing.shared_by.sharegroup_label;image_sharing.shared_by.sharegroup_uuid;image_sharing.shared_by.source_image_id;image_sharing.shared_with;image_sharing.shared_with.sharegroup_count number;image_sharing.shared_with.sharegroup_list_url;is_shared;regions;tags;total_size megabytes',
  'images.imageSharegroups':
    'id number;uuid;label;description;is_suspended flag;images_count number;members_count number;created moment;updated moment;expiry deadline',
  'images.sharegroups':
    'id number;uuid;label;description;is_suspended flag;images_count number;members_count number;created moment;updated moment;expiry deadline',
  'images.sharegroups.images':
    'id;label;description;created moment;updated moment;created_by;deprecated flag;is_public flag;is_shared;size megabytes;total_size megabytes;type choice manual|automatic|shared;status choice creating|pending_upload|available;expiry deadline;eol deadline;vendor;capabilities;image_sharing;image_sharing.shared_by;image_sharing.shared_by.sharegroup_id number;image_sharing.shared_by.sharegroup_label;image_sharing.shared_by.sharegroup_uuid;image_sharing.shared_by.source_image_id;regions;tags',
  'images.sharegroups.members':
    'token_uuid;label;status choice active|revoked;created moment;updated moment;expiry deadline',
  'images.sharegroups.tokens':
    'token_uuid;label;status choice pending|active|revoked|expired;valid_for_sharegroup_uuid;sharegroup_uuid;sharegroup_label;created moment;updated moment;expiry deadline',
  'images.sharegroups.tokens.sharegroup.images':
    'id;label;description;created moment;updated moment;created_by;deprecated flag;is_public flag;is_shared;size megabytes;total_size megabytes;type choice manual|automatic|shared;status choice creating|pending_upload|available;expiry deadline;eol deadline;vendor;capabilities;image_sharing;image_sharing.shared_by;image_sharing.shared_by.sharegroup_id number;image_sharing.shared_by.sharegroup_label;image_sharing.shared_by.sharegroup_uuid;image_sharing.shared_by.source_image_id;regions;tags',
  'placement.groups':
    'id number;label;region;placement_group_type choice anti_affinity:local;placement_group_policy choice strict|flexible;is_compliant flag;members;migrations;migrations.inbound;migrations.outbound',
  'kube.clusters':
    'id number;label;region;k8s_version;tags;control_plane;control_plane.audit_logs_enabled flag;control_plane.high_availability flag;apl_enabled flag;tier choice standard|enterprise;stack_type choice ipv4|ipv4-ipv6;subnet_id number;vpc_id number;created moment;updated moment',
  'kube.clusters.pools':
    'id number;type;count number;nodes;autoscaler;autoscaler.enabled flag;autoscaler.max number;autoscaler.min number;labels;taints;tags;disks;disk_encryption choice enabled|disabled;k8s_version;label;update_strategy choice rolling_update|on_recycle',
  'kube.clusters.controlPlaneAcl':
    'acl;acl.enabled flag;acl.addresses;acl.addresses.ipv4;acl.addresses.ipv6;acl.revision-id',
  'kube.versions': 'id',
  'kube.tiers.versions': 'id;tier choice standard|enterprise',
  'kube.types': 'id;label;price;price.hourly number;price.monthly number;region_prices;transfer number',
  stackscripts:
    'id number;username;user_gravatar_id;label;description;images;deployments_total number;deployments_active number;is_public flag;created moment;updated moment;rev_note;script;user_defined_fields;mine flag;ordinal number;logo_url',
  kernels: 'id;label;version;kvm flag;xen flag;architecture choice x86_64|i386;pvops flag;deprecated flag;built moment',
  types:
    'id;label;disk number;class choice nanode|standard|dedicated|gpu|highmem|premium|accelerated;price;price.hourly number;price.monthly number;region_prices;addons;addons.backups;addons.backups.price;addons.backups.price.hourly number;addons.backups.price.monthly number;addons.backups.region_prices;network_out number;memory number;successor;transfer number;vcpus number;gpus number',
  volumes:
    'id number;label;filesystem_path;status choice creating|active|resizing|key_rotating;size gigabytes;region;compute_id number;compute_label;created moment;updated moment;tags;hardware_type choice hdd|nvme;encryption choice enabled|disabled;io_ready flag',
  'objectStorage.buckets':
    'created moment;cluster;region;label;hostname;size bytes;objects number;endpoint_type choice E0|E1|E2|E3;s3_endpoint',
  'objectStorage.objects': 'name;etag;last_modified moment;owner;size number;next_marker;is_truncated flag',
  'objectStorage.keys': 'id number;label;access_key;secret_key;limited flag;bucket_access;regions',
  'objectStorage.clusters': 'id;domain;status choice available|unavailable;region;static_site_domain',
  'objectStorage.quotas':
    'quota_id;quota_name choice Number of Objects|Number of Buckets|Total Capacity;description;resource_metric choice bucket|object|byte;quota_limit number;endpoint_type choice E0|E1|E2|E3;s3_endpoint',
  domains:
    'id number;type choice master|slave;domain;group;status choice disabled|active;description;soa_email;retry_sec number;master_ips;axfr_ips;expire_sec number;refresh_sec number;ttl_sec number;tags;errors;created moment;updated moment',
  'domains.records':
    'id number;type choice A|AAAA|NS|MX|CNAME|TXT|SRV|PTR|CAA;name;target;priority number;weight number;port number;service;protocol;ttl_sec number;tag choice issue|issuewild|iodef;created moment;updated moment',
  nodebalancers:
    'id number;label;region;hostname;ipv4;ipv6;created moment;updated moment;client_conn_throttle number;transfer;transfer.total megabytes;transfer.out megabytes;transfer.in megabytes;tags;kube_cluster;kube_cluster.id;kube_cluster.label;kube_cluster.type;kube_cluster.url;type choice common|premium',
  'nodebalancers.configs':
    'id number;port number;protocol choice http|https|tcp|udp;algorithm choice roundrobin|leastconn|source|ring_hash;stickiness choice none|table|http_cookie|session|source_ip;check choice none|connection|http|http_body;check_interval number;check_timeout number;check_attempts number;check_path;check_body;check_passive flag;proxy_protocol choice none|v1|v2;cipher_suite choice recommended|legacy;nodebalancer_id number;ssl_commonname;ssl_fingerprint;ssl_cert;ssl_key;nodes_status;nodes_status.up number;nodes_status.down number;udp_check_port number;udp_session_timeout duration',
  'nodebalancers.configs.nodes':
    'id number;address;label;status choice unknown|UP|DOWN|Unknown;weight number;mode choice accept|reject|drain|backup|none;config_id number;nodebalancer_id number;vpc_config_id number',
  'nodebalancers.firewalls':
    'id number;label;created moment;updated moment;status choice enabled|disabled|deleted;rules;rules.inbound;rules.outbound;rules.inbound_policy choice ACCEPT|DROP;rules.outbound_policy choice ACCEPT|DROP;rules.version number;rules.fingerprint;tags;entities',
  'nodebalancers.vpcs':
    'id number;nodebalancer_id number;vpc_id number;subnet_id number;ipv4_range;ipv4_range_auto_assign flag',
  'networking.firewalls':
    'id number;label;created moment;updated moment;status choice enabled|disabled|deleted;rules;rules.inbound;rules.outbound;rules.inbound_policy choice ACCEPT|DROP;rules.outbound_policy choice ACCEPT|DROP;rules.version number;rules.fingerprint;tags;entities',
  'networking.firewalls.devices':
    'id number;created moment;updated moment;entity;entity.id number;entity.type;entity.label;entity.url;entity.parent_entity;entity.parent_entity.id number;entity.parent_entity.label;entity.parent_entity.type;entity.parent_entity.url',
  'networking.firewalls.settings':
    'default_firewall_ids;default_firewall_ids.compute number;default_firewall_ids.nodebalancer number;default_firewall_ids.public_interface number;default_firewall_ids.vpc_interface number',
  'networking.firewalls.templates':
    'slug;rules;rules.inbound;rules.outbound;rules.inbound_policy choice ACCEPT|DROP;rules.outbound_policy choice ACCEPT|DROP;rules.version number;rules.fingerprint',
  'networking.firewalls.history':
    'id number;label;created moment;updated moment;status choice enabled|disabled|deleted;rules;rules.inbound;rules.outbound;rules.inbound_policy choice ACCEPT|DROP;rules.outbound_policy choice ACCEPT|DROP;rules.version number;rules.fingerprint;tags;entities',
  'networking.ips':
    'address;gateway;subnet_mask;prefix number;type choice ipv4|ipv6|ipv6/pool|ipv6/range;public flag;rdns;compute_id number;region;interface_id number;vpc_nat_1_1;vpc_nat_1_1.address;vpc_nat_1_1.subnet_id number;vpc_nat_1_1.vpc_id number',
  'networking.ipv6.ranges': 'range;prefix number;region;route_target',
  'networking.ipv6.pools': 'range;prefix number;region;route_target',
  'networking.vlans': 'label;region;computes;created moment',
  vpcs: 'id number;label;description;region;subnets;created moment;updated moment',
  'vpcs.subnets': 'id number;label;ipv4;computes;created moment;updated moment',
  'vpcs.ips':
    'address;address_range;vpc_id number;subnet_id number;region;compute_id number;config_id number;interface_id number;active flag;nat_1_1;gateway;prefix number;subnet_mask',
  'vpcs.allIps':
    'address;address_range;vpc_id number;subnet_id number;region;compute_id number;config_id number;interface_id number;active flag;nat_1_1;gateway;prefix number;subnet_mask',
  'databases.instances':
    'id number;label;type;engine choice mongodb|mysql|postgresql;version;region;status choice provisioning|active|suspending|suspended|resuming|restoring|failed|degraded|updating|backing_up|resizing;encrypted flag;allow_list;cluster_size number;hosts;hosts.primary;hosts.secondary;created moment;updated moment;updates;updates.frequency choice weekly|monthly;updates.duration number;updates.hour_of_day number;updates.day_of_week number;updates.week_of_month number;updates.pending;fork;fork.restore_time moment;fork.source number;members;oldest_restore_time moment;platform;total_disk_size_gb gigabytes;used_disk_size_gb gigabytes;instance_uri;port number',
  'databases.mysql':
    'id number;label;type;engine;version;region;status choice provisioning|active|suspending|suspended|resuming|restoring|failed|degraded|updating|backing_up|resizing;encrypted flag;allow_list;cluster_size number;hosts;hosts.primary;hosts.secondary;created moment;updated moment;updates;updates.frequency choice weekly|monthly;updates.duration number;updates.hour_of_day number;updates.day_of_week number;updates.week_of_month number;updates.pending;fork;fork.restore_time moment;fork.source number;members;oldest_restore_time moment;platform;total_disk_size_gb gigabytes;used_disk_size_gb gigabytes;ssl_connection flag;port number;engine_config;private_network;private_network.vpc_id number;private_network.subnet_id number;private_network.public_access flag;replication_type choice none|asynch|semi_synch',
  'databases.mysql.backups': 'id number;type choice auto|snapshot;label;created moment',
  'databases.postgresql':
    'id number;label;type;engine;version;region;status choice provisioning|active|suspending|suspended|resuming|restoring|failed|degraded|updating|backing_up|resizing;encrypted flag;allow_list;cluster_size number;hosts;hosts.primary;hosts.secondary;created moment;updated moment;updates;updates.frequency choice weekly|monthly;updates.duration number;updates.hour_of_day number;updates.day_of_week number;updates.week_of_month number;updates.pending;fork;fork.restore_time moment;fork.source number;members;oldest_restore_time moment;platform;total_disk_size_gb gigabytes;used_disk_size_gb gigabytes;ssl_connection flag;port number;engine_config;private_network;private_network.vpc_id number;private_network.subnet_id number;private_network.public_access flag;replication_type choice none|asynch|semi_synch;replication_commit_type choice on|local|remote_write|remote_apply|off',
  'databases.postgresql.backups': 'id number;type choice auto|snapshot;label;created moment',
  'databases.mongodb':
    'id number;label;type;engine;version;region;status choice provisioning|active|suspending|suspended|resuming|restoring|failed|degraded|updating|backing_up|resizing;encrypted flag;allow_list;cluster_size number;hosts;hosts.primary;hosts.secondary;created moment;updated moment;updates;updates.frequency choice weekly|monthly;updates.duration number;updates.hour_of_day number;updates.day_of_week number;updates.week_of_month number;updates.pending;fork;fork.restore_time moment;fork.source number;members;oldest_restore_time moment;platform;total_disk_size_gb gigabytes;used_disk_size_gb gigabytes;ssl_connection flag;port number;engine_config;private_network;private_network.vpc_id number;private_network.subnet_id number;private_network.public_access flag;peers;replica_set;compression_type choice none|snappy|zlip;storage_engine choice mmapv1|wiredtiger',
  'databases.mongodb.backups': 'id number;type choice auto|snapshot;label;created moment',
  'databases.engines': 'id;engine;version',
  'databases.types':
    'id;label;engines;engines.mysql;engines.postgresql;engines.mongodb;memory number;disk number;vcpus number;deprecated flag;class',
  'longview.clients':
    'id number;label;api_key;install_code;apps;apps.apache flag;apps.nginx flag;apps.mysql flag;created moment;updated moment',
  'longview.plan':
    'id choice longview-3|longview-10|longview-40|longview-100;price;price.hourly number;price.monthly number;label;clients_included number',
  'longview.subscriptions':
    'id choice longview-3|longview-10|longview-40|longview-100;price;price.hourly number;price.monthly number;label;clients_included number',
  'monitor.alertDefinitions':
    'id number;label;description;service_type;type choice user|system;status choice enabled|disabled|in progress|failed;severity number;class choice shared|dedicated;entity_ids;has_more_resources flag;rule_criteria;rule_criteria.rules;trigger_conditions;trigger_conditions.criteria_condition choice ALL;trigger_conditions.evaluation_period_seconds duration;trigger_conditions.polling_interval_seconds duration;trigger_conditions.trigger_occurrences number;alert_channels;created moment;created_by;updated moment;updated_by',
  'monitor.alertChannels':
    'id number;label;type choice system|user;channel_type choice email;content;content.email;content.email.email_addresses;alerts;created moment;created_by;updated moment;updated_by',
  'monitor.services': 'label;service_type',
  'monitor.services.alertDefinitions':
    'id number;label;description;service_type;type choice user|system;status choice enabled|disabled|in progress|failed;severity number;class choice shared|dedicated;entity_ids;has_more_resources flag;rule_criteria;rule_criteria.rules;trigger_conditions;trigger_conditions.criteria_condition choice ALL;trigger_conditions.evaluation_period_seconds duration;trigger_conditions.polling_interval_seconds duration;trigger_conditions.trigger_occurrences number;alert_channels;created moment;created_by;updated moment;updated_by',
  'monitor.services.metricDefinitions':
    'metric;label;metric_type choice counter|histogram|gauge|summary;unit choice %|Bytes|sec|bps|msec|Bps|KB|MB|GB|rate|percentile|ratio|OPS|IOPS;is_alertable flag;available_aggregate_functions;scrape_interval;dimensions',
  'monitor.services.dashboards':
    'id number;label;service_type;type choice standard;widgets;created moment;updated moment',
  'monitor.dashboards': 'id number;label;service_type;type choice standard;widgets;created moment;updated moment',
  'managed.services':
    'id number;status choice disabled|pending|ok|problem;service_type choice url|tcp;label;address;timeout duration;body;consultation_group;notes;region;credentials;created moment;updated moment',
  'managed.issues':
    'id number;created moment;services;entity;entity.id number;entity.type choice ticket;entity.label;entity.url',
  'managed.contacts': 'id number;name;email;phone;phone.primary;phone.secondary;group;updated moment',
  'managed.credentials': 'id number;label;last_decrypted moment',
  'managed.computeSettings': 'id number;label;group;ssh;ssh.access flag;ssh.user;ssh.ip;ssh.port number',
  'support.tickets':
    'id number;attachments;closed moment;closable flag;description;entity;entity.id number;entity.label;entity.type;entity.url;gravatar_id;opened moment;opened_by;status choice closed|new|open;summary;updated moment;updated_by;severity choice low|moderate|major',
  'support.tickets.replies': 'created moment;created_by;description;from_compute flag;gravatar_id;id number',
  'account.events':
    'id number;action;created moment;duration number;entity;entity.id;entity.label;entity.type;entity.url;secondary_entity;secondary_entity.id;secondary_entity.label;secondary_entity.type;secondary_entity.url;percent_complete number;rate;read flag;seen flag;status choice failed|finished|notification|scheduled|started;time_remaining;username;message;details;details.not_before moment;details.start_time moment;details.complete_time moment;details.description;details.maintenance_policy_set;details.source',
  'account.notifications':
    'entity;entity.id number;entity.label;entity.type;entity.url;label;message;body;type choice migration_scheduled|migration_imminent|migration_pending|reboot_scheduled|outage|payment_due|ticket_important|ticket_abuse|notice|maintenance|promotion|maintenance_scheduled|security_reboot_maintenance_scheduled|tax_id_verifying;severity choice minor|major|critical;when moment;until deadline',
  'account.maintenance':
    'type choice reboot|cold_migration|live_migration|migrate|power_off_on;status choice pending|started|scheduled|in-progress|completed|canceled;reason;when moment;entity;entity.id number;entity.label;entity.type;entity.url;not_before moment;start_time moment;complete_time moment;description;maintenance_policy_set;source choice platform|user',
  account:
    'active_promotions;active_since moment;address_1;address_2;balance number;balance_uninvoiced number;capabilities;city;credit_card;credit_card.last_four;credit_card.expiry;company;country;email;first_name;last_name;phone;state;tax_id;euuid;zip;billing_source',
  'account.childAccounts':
    'euuid;company;first_name;last_name;email;phone;address_1;address_2;city;state;zip;country;tax_id;active_since moment;balance number;balance_uninvoiced number;billing_source;capabilities;credit_card;credit_card.last_four;credit_card.expiry',
  'account.invoices': 'id number;date moment;label;subtotal number;tax number;tax_summary;total number;billing_source',
  'account.invoices.items':
    'amount number;tax number;total number;from moment;label;quantity number;to moment;type choice hourly|misc;unit_price;region',
  'account.payments': 'id number;date moment;usd number',
  'account.paymentMethods': 'id number;type choice credit_card|google_pay|paypal;is_default flag;created moment;data',
  'account.users':
    'username;email;restricted flag;ssh_keys;tfa_enabled flag;last_login;last_login.login_datetime moment;last_login.status choice successful|failed;password_created moment;verified_phone_number;user_type choice parent|child|proxy|default',
  'account.users.grants':
    'global;global.add_compute flag;global.add_longview flag;global.longview_subscription flag;global.account_access choice read_only|read_write;global.cancel_account flag;global.add_domains flag;global.add_stackscripts flag;global.add_nodebalancers flag;global.add_images flag;global.add_volumes flag;global.add_firewalls flag;global.add_databases flag;global.add_vpcs flag;global.child_account_access flag;compute;domain;nodebalancer;image;longview;stackscript;volume;database;firewall;vpc',
  'account.oauthClients':
    'id;redirect_uri;label;status choice active|disabled|suspended;secret;thumbnail_url;public flag',
  'account.logins': 'id number;datetime moment;ip;username;restricted flag;status choice successful|failed',
  'account.serviceTransfers':
    'token;status choice accepted|cancelled|completed|failed|pending|stale|canceled;created moment;updated moment;is_sender flag;expiry deadline;entities;entities.computes',
  'account.entityTransfers':
    'token;status choice accepted|cancelled|completed|failed|pending|stale|canceled;created moment;updated moment;is_sender flag;expiry deadline;entities;entities.computes',
  betas: 'id;label;description;started moment;ended moment;greenlight_only flag;more_info',
  'account.betas': 'id;label;description;started moment;ended moment;enrolled moment',
  profile:
    'uid number;username;email;verified_phone_number;timezone;email_notifications flag;referrals;referrals.code;referrals.url;referrals.total number;referrals.completed number;referrals.pending number;referrals.credit number;ip_whitelist_enabled flag;lish_auth_method choice password_keys|keys_only|disabled;authorized_keys;two_factor_auth flag;restricted flag;authentication_type choice password|github',
  'profile.tokens': 'id number;scopes;created moment;label;token;expiry deadline',
  'profile.sshKeys': 'id number;label;ssh_key;created moment',
  'profile.apps': 'id number;label;thumbnail_url;scopes;created moment;expiry deadline;website',
  'profile.devices': 'id number;created moment;expiry deadline;user_agent;last_authenticated moment;last_remote_addr',
  'profile.logins': 'id number;datetime moment;ip;username;restricted flag;status choice successful|failed',
  'account.settings':
    'managed flag;longview_subscription;network_helper flag;backups_enabled flag;object_storage choice disabled|suspended|active;interfaces_for_new_computes;maintenance_policy',
  regions:
    'id;label;country;capabilities;status choice ok|outage;resolvers;resolvers.ipv4;resolvers.ipv6;monitors;monitors.alerts;monitors.metrics;placement_group_limits;placement_group_limits.maximum_pgs_per_customer number;placement_group_limits.maximum_computes_per_pg number;placement_group_limits.maximum_computes_per_flexible_pg number;site_type choice core|distributed',
  tags: 'label',
  'tags.objects': 'type;data',
  'account.availability': 'region;available;unavailable',
  'volumes.types': 'id;label;price;price.hourly number;price.monthly number;region_prices;transfer number',
  'objectStorage.endpoints': 'region;endpoint_type choice E0|E1|E2|E3;s3_endpoint',
  'objectStorage.types': 'id;label;price;price.hourly number;price.monthly number;region_prices;transfer number',
  'regions.availability': 'available flag;plan;region',
  'nodebalancers.types': 'id;label;price;price.hourly number;price.monthly number;region_prices;transfer number',
  'longview.types': 'id;label;price;price.hourly number;price.monthly number;region_prices;transfer number',
  'maintenance.policies':
    'description;is_default flag;label;notification_period_sec duration;slug;type choice migrate|power_off_on',
  'networkTransfer.prices': 'id;label;price;price.hourly number;price.monthly number;region_prices;transfer number',
};
