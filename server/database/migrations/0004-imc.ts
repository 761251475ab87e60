import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Entities, their users, packages, screens (pantallas, the product) and requests. Foreign keys
 * between rows of an entity contain the entity, so that no row refers to a row of another entity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCatalogueTables(db)
  await createUserTables(db)
  await createRequestTable(db)
  await createSubscriptionTables(db)
  await createRequestDetailTables(db)
}

async function createCatalogueTables(db: Kysely<unknown>) {
  await createCheckedTable(
    db.schema
      .createTable('imc_entities')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('code_key', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull()),
    'imc_entities',
    { active: sql`active in (0, 1)` },
  )

  await db.schema
    .createTable('imc_profiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('imc_compatible_profiles')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('imc_profiles.id'))
    .addColumn('compatible_id', 'text', (column) => column.notNull().references('imc_profiles.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_compatible_profiles_key', ['profile_id', 'compatible_id'])
    .execute()
  await createIndex(db, 'imc_compatible_profiles', ['compatible_id'])

  await db.schema
    .createTable('imc_requirements')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('imc_profile_requirements')
    .addColumn('profile_id', 'text', (column) => column.notNull().references('imc_profiles.id'))
    .addColumn('requirement_id', 'text', (column) => column.notNull().references('imc_requirements.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_profile_requirements_key', ['profile_id', 'requirement_id'])
    .execute()

  await createCheckedTable(
    db.schema
      .createTable('imc_packages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('code', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('price', 'bigint', (column) => column.notNull())
      .addColumn('screens', 'integer', (column) => column.notNull())
      .addColumn('profile_id', 'text', (column) => column.notNull().references('imc_profiles.id'))
      .addColumn('offered', 'integer', (column) => column.notNull()),
    'imc_packages',
    {
      price: sql`price >= 0`,
      screens: sql`screens between 1 and 999`,
      offered: sql`offered in (0, 1)`,
    },
  )

  await db.schema
    .createTable('imc_counters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into imc_counters (id, value) values ('request', 0), ('subscription', 0)`.execute(db)
}

async function createUserTables(db: Kysely<unknown>) {
  await createCheckedTable(
    db.schema
      .createTable('imc_users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('exempt', 'integer', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('position', 'text')
      .addColumn('phone', 'text')
      .addColumn('document_type', 'text', (column) => column.notNull())
      .addColumn('document_number', 'text', (column) => column.notNull())
      .addColumn('check_digit', 'text')
      .addColumn('password_hash', 'text')
      .addColumn('must_change_password', 'integer', (column) => column.notNull())
      .addColumn('contract_pending', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text')
      .addColumn('updated_at', 'bigint')
      .addColumn('updated_by', 'text')
      .addUniqueConstraint('imc_users_entity', ['entity_id', 'id'])
      .addUniqueConstraint('imc_users_username', ['entity_id', 'username_key']),
    'imc_users',
    {
      role: sql`role in ('administrator', 'user')`,
      status: sql`status in ('available', 'assigned', 'transit')`,
      active: sql`active in (0, 1)`,
      exempt: sql`exempt in (0, 1)`,
      document: sql`document_type in ('CC', 'NIT', 'CE', 'PA')`,
      digit: sql`check_digit is null or document_type = 'NIT'`,
      password: sql`must_change_password in (0, 1)`,
      contract: sql`contract_pending = 0 or (contract_pending = 1 and role = 'administrator')`,
      email: sql`role = 'user' or email is not null`,
    },
  )
  await createIndex(db, 'imc_users', ['entity_id', 'name_key', 'id'])
  await createIndex(db, 'imc_users', ['entity_id', 'active', 'name_key', 'id'])
  await createIndex(db, 'imc_users', ['entity_id', 'status', 'active', 'name_key', 'id'])

  await db.schema
    .createTable('imc_user_grams')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('gram', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_user_grams_key', ['entity_id', 'gram', 'name_key', 'user_id'])
    .addForeignKeyConstraint('imc_user_grams_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
    .execute()
  await createIndex(db, 'imc_user_grams', ['user_id'])
}

async function createRequestTable(db: Kysely<unknown>) {
  await createCheckedTable(
    db.schema
      .createTable('imc_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sequence', 'bigint', (column) => column.notNull().unique())
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('administrator_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('source_user_id', 'text')
      .addColumn('open_user_id', 'text', (column) => column.unique())
      .addColumn('package_id', 'text', (column) => column.notNull().references('imc_packages.id'))
      .addColumn('profile_id', 'text', (column) => column.references('imc_profiles.id'))
      .addColumn('quantity', 'integer')
      .addColumn('price', 'bigint')
      .addColumn('notes', 'text')
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('in_progress_at', 'bigint')
      .addColumn('settled_at', 'bigint')
      .addColumn('settled_by', 'text')
      .addUniqueConstraint('imc_requests_entity', ['entity_id', 'id'])
      .addForeignKeyConstraint('imc_requests_administrator', ['entity_id', 'administrator_id'], 'imc_users', [
        'entity_id',
        'id',
      ])
      .addForeignKeyConstraint('imc_requests_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
      .addForeignKeyConstraint('imc_requests_source_user', ['entity_id', 'source_user_id'], 'imc_users', [
        'entity_id',
        'id',
      ]),
    'imc_requests',
    {
      kind: sql`kind in ('purchase', 'link', 'release', 'screen-change', 'user-change')`,
      status: sql`status in ('created', 'documents', 'in-progress', 'approved', 'refused')`,
      purchase: sql`(kind = 'purchase' and quantity is not null and price is not null and user_id is null)
        or (kind <> 'purchase' and quantity is null and price is null and user_id is not null and profile_id is not null)`,
      quantity: sql`quantity is null or quantity between 1 and 999`,
      price: sql`price is null or price >= 0`,
      source: sql`(kind = 'user-change') = (source_user_id is not null)`,
      open: sql`open_user_id is null or (open_user_id = user_id and settled_at is null)`,
      progress: sql`status in ('created', 'documents', 'refused') or in_progress_at is not null`,
      settled: sql`(status in ('approved', 'refused')) = (settled_at is not null)`,
      reason: sql`(status = 'refused') = (reason is not null)`,
    },
  )
  await createIndex(db, 'imc_requests', ['entity_id', 'sequence'])
  await createIndex(db, 'imc_requests', ['status', 'in_progress_at'])
  await createIndex(db, 'imc_requests', ['user_id'])
}

async function createSubscriptionTables(db: Kysely<unknown>) {
  await createCheckedTable(
    db.schema
      .createTable('imc_subscriptions')
      .addColumn('number', 'text', (column) => column.primaryKey())
      .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
      .addColumn('package_id', 'text', (column) => column.notNull().references('imc_packages.id'))
      .addColumn('monthly_cost', 'bigint', (column) => column.notNull())
      .addColumn('screens', 'integer', (column) => column.notNull())
      .addColumn('available', 'integer', (column) => column.notNull())
      .addColumn('in_transit', 'integer', (column) => column.notNull())
      .addColumn('request_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('imc_subscriptions_entity', ['entity_id', 'number'])
      .addForeignKeyConstraint('imc_subscriptions_request', ['entity_id', 'request_id'], 'imc_requests', [
        'entity_id',
        'id',
      ]),
    'imc_subscriptions',
    {
      cost: sql`monthly_cost >= 0`,
      counts: sql`available >= 0 and in_transit >= 0 and available + in_transit <= screens`,
    },
  )
  await createIndex(db, 'imc_subscriptions', ['entity_id', 'package_id', 'number'])

  await createCheckedTable(
    db.schema
      .createTable('imc_screens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('entity_id', 'text', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('screen', 'text', (column) => column.notNull())
      .addColumn('profile_id', 'text', (column) => column.notNull().references('imc_profiles.id'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.unique())
      .addColumn('request_id', 'text')
      .addUniqueConstraint('imc_screens_entity', ['entity_id', 'id'])
      .addUniqueConstraint('imc_screens_screen', ['entity_id', 'number', 'screen'])
      .addForeignKeyConstraint('imc_screens_subscription', ['entity_id', 'number'], 'imc_subscriptions', [
        'entity_id',
        'number',
      ])
      .addForeignKeyConstraint('imc_screens_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
      .addForeignKeyConstraint('imc_screens_request', ['entity_id', 'request_id'], 'imc_requests', ['entity_id', 'id']),
    'imc_screens',
    {
      status: sql`(status = 'available' and user_id is null and request_id is null)
        or (status = 'assigned' and user_id is not null and request_id is null)
        or (status = 'transit' and request_id is not null)`,
    },
  )
  await createIndex(db, 'imc_screens', ['request_id'])
  await createIndex(db, 'imc_screens', ['entity_id', 'status', 'profile_id', 'number', 'screen'])
}

async function createRequestDetailTables(db: Kysely<unknown>) {
  await createCheckedTable(
    db.schema
      .createTable('imc_request_screens')
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('entity_id', 'text', (column) => column.notNull())
      .addColumn('screen_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('imc_request_screens_key', ['request_id', 'role'])
      .addForeignKeyConstraint('imc_request_screens_request', ['entity_id', 'request_id'], 'imc_requests', [
        'entity_id',
        'id',
      ])
      .addForeignKeyConstraint('imc_request_screens_screen', ['entity_id', 'screen_id'], 'imc_screens', [
        'entity_id',
        'id',
      ]),
    'imc_request_screens',
    { role: sql`role in ('target', 'source')` },
  )
  await createIndex(db, 'imc_request_screens', ['screen_id'])

  await db.schema
    .createTable('imc_request_requirements')
    .addColumn('request_id', 'text', (column) => column.notNull().references('imc_requests.id'))
    .addColumn('requirement_id', 'text', (column) => column.notNull().references('imc_requirements.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_request_requirements_key', ['request_id', 'requirement_id'])
    .execute()

  await createCheckedTable(
    db.schema
      .createTable('imc_request_history')
      .addColumn('request_id', 'text', (column) => column.notNull().references('imc_requests.id'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('person', 'text')
      .addColumn('detail', 'text')
      .addPrimaryKeyConstraint('imc_request_history_key', ['request_id', 'status']),
    'imc_request_history',
    { status: sql`status in ('created', 'documents', 'in-progress', 'approved', 'refused')` },
  )
}

/** Creates a table with CHECK constraints, each named by the table and its key. */
const createCheckedTable = (
  table: CreateTableBuilder<string, string>,
  name: string,
  checks: Readonly<Record<string, RawBuilder<unknown>>>,
) =>
  Object.entries(checks)
    .reduce((builder, [key, check]) => builder.addCheckConstraint(`${name}_${key}_check`, check), table)
    .execute()

const createIndex = (db: Kysely<unknown>, table: string, columns: string[]) =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()

const TABLES = [
  'imc_request_history',
  'imc_request_requirements',
  'imc_request_screens',
  'imc_screens',
  'imc_subscriptions',
  'imc_requests',
  'imc_user_grams',
  'imc_users',
  'imc_counters',
  'imc_packages',
  'imc_profile_requirements',
  'imc_requirements',
  'imc_compatible_profiles',
  'imc_profiles',
  'imc_entities',
]

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await db.schema.dropTable(table).execute()
}
