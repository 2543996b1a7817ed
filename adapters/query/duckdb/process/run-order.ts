import type { Overlay } from '../../../../domain/geometry/overlay.ts';
import { ownerTables } from '../../../../domain/query/tables/owner-catalogue.ts';
import { runtimeName } from '../../../../sql/functions/geography/define.ts';
import { runtimeFunctions } from '../../../../sql/geography/functions.ts';
import { shapeOverlay } from '../../../../sql/geography/overlay/overlay.ts';
import { sqlGate } from '../gate/sql-gate.ts';
import { type OwnerDatabase, openOwnerDatabase } from '../owner-database.ts';
import { knownZones } from '../zones/known-zones.ts';
import type { Order } from './messages.ts';
import { rowPieces } from './row-pieces.ts';
import { noMoreRows, type Running } from './running.ts';

/**
 * Runs the orders of one owner. The gate checks each; the database stays open, locked over the same files, until others
 * are requested. An export has a database of its own, which may write its one file.
 */
export function ownerOrders(startOverlay: () => Promise<Overlay>): (order: Order) => Promise<Running> {
  const gates = new Map<string, ReturnType<typeof sqlGate>>();
  let overlay: Overlay | undefined;
  const shapes = shapeOverlay(() => {
    if (!overlay) throw new Error('the overlay was not started');
    return overlay;
  });
  const zones = knownZones();
  let kept: { files: string; database: OwnerDatabase } | undefined;

  const databaseOf = async ({ ownerId, tables, leftOut }: Order): Promise<OwnerDatabase> => {
    const files = JSON.stringify([ownerId, tables, leftOut]);
    if (kept?.files === files) return kept.database;
    await zones.settled();
    kept?.database.close();
    kept = undefined;
    const database = await openOwnerDatabase(ownerId, { tables: new Map(tables), leftOut }, shapes);
    kept = { files, database };
    return database;
  };

  return async (order) => {
    const { ownerId, tables, leftOut, columns, export: exported } = order;
    // The gate checks the executed SQL: an export contains the whole query.
    const sql = exported ? order.sql : zones.narrowed(order);
    const pass = gates.get(ownerId) ?? sqlGate(readableBy(ownerId));
    gates.set(ownerId, pass);
    await pass(sql);
    if (overlaying.some((name) => sql.includes(name))) overlay ??= await startOverlay();
    if (exported) {
      const reach = { tables: new Map(tables), leftOut, writes: exported.path };
      const database = await openOwnerDatabase(ownerId, reach, shapes);
      const connection = await database.connect();
      return {
        begin: async () => ({ rows: (await connection.run(exported.sql)).rowsChanged }),
        more: noMoreRows,
        interrupt: () => connection.interrupt(),
        close() {
          connection.closeSync();
          database.close();
        },
      };
    }
    const database = await databaseOf(order);
    const connection = await database.connect();
    const more = rowPieces(connection, sql, columns);
    return {
      begin: more,
      more,
      interrupt: () => connection.interrupt(),
      close() {
        connection.closeSync();
        database.forget();
        zones.learn(order, database);
      },
    };
  };
}

const readableBy = (ownerId: string) => ({
  ownerId,
  tables: new Set(ownerTables(ownerId).map(({ stored }) => stored.at(-1) ?? '')),
});

/** Names of functions that need a library which most queries do not wait for. */
const overlaying = Object.entries(runtimeFunctions).flatMap(([name, { overlays }]) =>
  overlays ? [runtimeName(name)] : [],
);
