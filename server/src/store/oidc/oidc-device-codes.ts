import { hours, minutes, seconds } from '@foyer/contract/time';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/sha256.ts';
import { oidcDeviceCodes, oidcRecords } from '../schema/oidc-schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

/** Device authorization: the code that a person types, and how its application polls (RFC 8628). */
export const deviceCodes = {
  /** Time to walk to another device, to sign in there and to answer. */
  lifetime: minutes(10),
  interval: seconds(5),
  /** A poll that comes earlier by this was delayed on its way less than the one before. */
  tolerance: seconds(1),
  /** Added to the interval of a client that polls too early. */
  slowDownBy: seconds(5),
  /** Codes that do not exist, from one client IP, from its network, and by one account. */
  wrongPerIp: { max: 20, window: hours(1) },
  wrongPerNetwork: { max: 100, window: hours(1) },
  wrongPerAccount: { max: 20, window: hours(1) },
} as const;

type Payload = Record<string, unknown>;

/** The name under which the library stores what a device has asked for. */
export const deviceCodeModel = 'DeviceCode';

/** A device code as a person's browser sees it: the device alone has the code, so the browser names it by its hash. */
export interface AskedDevice {
  handle: string;
  payload: Payload;
}

/** Of the short code that a person types; its hash alone is stored. */
const hashOf = (userCode: string) => sha256('userCode', userCode);

/** Device codes (RFC 8628), beside their records in `oidc_records`. */
export function oidcDeviceCodeStore(db: Sql, clock: Clock) {
  const isAlive = () => gt(oidcRecords.expiresAt, new Date(clock.now()));
  const isRecord = (handle: string) => and(eq(oidcRecords.model, deviceCodeModel), eq(oidcRecords.idHash, handle));
  const asked = { handle: oidcRecords.idHash, payload: oidcRecords.payload };

  return {
    /** `lifetime` in seconds. The record of the code is stored by the same transaction. */
    async add(deviceCode: string, userCode: string, lifetime: number) {
      const now = clock.now();
      await db.insert(oidcDeviceCodes).values({
        userCodeHash: hashOf(userCode),
        record: sha256(deviceCode),
        interval: deviceCodes.interval / seconds(1),
        nextPollAt: new Date(now),
        expiresAt: new Date(now + seconds(lifetime)),
      });
    },

    async findByUserCode(userCode: string): Promise<AskedDevice | undefined> {
      const [found] = await db
        .select(asked)
        .from(oidcDeviceCodes)
        .innerJoin(oidcRecords, eq(oidcRecords.idHash, oidcDeviceCodes.record))
        .where(
          and(eq(oidcDeviceCodes.userCodeHash, hashOf(userCode)), eq(oidcRecords.model, deviceCodeModel), isAlive()),
        );
      return found;
    },

    async find(handle: string): Promise<AskedDevice | undefined> {
      const [found] = await db
        .select(asked)
        .from(oidcRecords)
        .where(and(isRecord(handle), isAlive()));
      return found;
    },

    /** What the device presents. It is also found after its end, so that the answer can say how it ended. */
    async findPresented(deviceCode: string) {
      const [found] = await db
        .select()
        .from(oidcRecords)
        .where(isRecord(sha256(deviceCode)));
      return found && { ...found, isExpired: found.expiresAt.getTime() <= clock.now() };
    },

    /** Allows or declines, once and before the code expires: of several answers one is stored. */
    async decide(handle: string, payload: Payload): Promise<boolean> {
      const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null);
      const isUndecided = (name: string) => sql`${oidcRecords.payload} ->> ${name} is null`;
      const decided = await db
        .update(oidcRecords)
        .set({ payload, grantId: text('grantId'), account: text('accountId') })
        .where(
          and(
            isRecord(handle),
            isAlive(),
            isNull(oidcRecords.consumedAt),
            isUndecided('accountId'),
            isUndecided('error'),
          ),
        )
        .returning({ handle: oidcRecords.idHash });
      return decided.length > 0;
    },

    /** Counts a poll. True when it came too early: the device has to wait longer from then on (RFC 8628, 3.5). */
    async pollsTooEarly(deviceCode: string): Promise<boolean> {
      const now = sqlTime(clock.now());
      const isEarly = sql`(${oidcDeviceCodes.nextPollAt} > ${now})`;
      const interval = sql`(${oidcDeviceCodes.interval} + case when ${isEarly} then ${deviceCodes.slowDownBy / seconds(1)}::int else 0 end)`;
      const [polled] = await db
        .update(oidcDeviceCodes)
        .set({
          tooEarly: isEarly,
          interval,
          nextPollAt: sql`${now} + ${interval} * interval '1 second' - ${deviceCodes.tolerance} * interval '1 millisecond'`,
        })
        .where(eq(oidcDeviceCodes.record, sha256(deviceCode)))
        .returning({ tooEarly: oidcDeviceCodes.tooEarly });
      return polled?.tooEarly ?? false;
    },
  };
}
