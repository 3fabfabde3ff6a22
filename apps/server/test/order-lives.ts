import fc from "fast-check";

/** What may happen to one order. A call has one of three keys, so that many calls are repetitions. */
export const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("confirm" as const), key: fc.nat(2), card: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("capture" as const), key: fc.nat(2), part: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("void" as const, "cancel" as const), key: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("again" as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("gateway" as const),
      name: fc.constantFrom(undefined, undefined, "drop", "garbage", "outage", "duplicate_reservation"),
    }),
  },
  // The payer comes back to a page, be it that of an attempt that was given up for another one.
  { weight: 2, arbitrary: fc.record({ do: fc.constant("payer" as const), which: fc.nat(3) }) },
  // Somebody takes money at the gateway: of any attempt, any amount, with or without the rest.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("hand" as const),
      which: fc.nat(3),
      minor: fc.constantFrom(1_234, 3_000, 10_000),
      isFinal: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("deny" as const), part: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("crash" as const),
      in: fc.constantFrom("payment", "capture"),
      part: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("time" as const), seconds: fc.constantFrom(5, 70, 600, 7_200, 700_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("notify" as const),
      which: fc.nat(9),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
/** One of them. */
export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** How an order comes into the world: with a card to reserve money of, or as a sale; and what the gateway suffers then. */
export const birth = fc.record({
  card: fc.constantFrom(undefined, undefined, "001", "001", "201", "501", "101"),
  under: fc.constantFrom(undefined, undefined, "duplicate_reservation"),
});
/** One of the ways. */
export type Birth = typeof birth extends fc.Arbitrary<infer T> ? T : never;

/** Lives that chance seldom leads: each is what one way of giving reservations back is for. */
export const rareLives: readonly [readonly Happening[], Birth][] = [
  // The gateway reserves twice.
  [[{ do: "time", seconds: 70 }], { card: "001", under: "duplicate_reservation" }],
  // Of two reservations the second one is released before the rest of the first, of which somebody took a part.
  [
    [
      { do: "hand", which: 0, minor: 1_234, isFinal: false },
      { do: "time", seconds: 5 },
      { do: "notify", which: 1, times: 1 },
      { do: "notify", which: 2, times: 1 },
    ],
    { card: "001", under: "duplicate_reservation" },
  ],
  // Of two reservations the second one is told of at once, and passes for the attempt's; the first one later.
  [
    [
      { do: "time", seconds: 5 },
      { do: "notify", which: 0, times: 1 },
    ],
    { card: "501", under: "duplicate_reservation" },
  ],
  // The gateway takes less than anybody asked for, and keeps the rest reserved.
  [[{ do: "hand", which: 0, minor: 1_234, isFinal: false }], { card: "001", under: undefined }],
  // The money comes after the order was called off: booked, and to go back.
  [
    [
      { do: "payer", which: 0 },
      { do: "hand", which: 0, minor: 10_000, isFinal: true },
      { do: "cancel", key: 0 },
    ],
    { card: "201", under: undefined },
  ],
  // The payer goes back to the page of a first card after a second one reserved; the first is taken by hand.
  [
    [
      { do: "confirm", key: 0, card: 0 },
      { do: "payer", which: 0 },
      { do: "hand", which: 0, minor: 10_000, isFinal: true },
    ],
    { card: "201", under: undefined },
  ],
];
