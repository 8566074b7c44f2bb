import { type Holdfast, isProblem } from '@holdfast/client'

const TIME_ZONE = 'Europe/Berlin'
const TEAM = 'Tutors'
const WEEKDAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
]

/** What is taught, by whom, and what an hour costs. Change them to yours. */
const SUBJECTS = [
  { slug: 'maths', title: 'Maths', hourCents: 4_500, tutors: ['Ada Berger', 'Emmy Roth'] },
  { slug: 'physics', title: 'Physics', hourCents: 5_000, tutors: ['Lise Kramer'] },
] as const

/** A tutor, who is a provider in Holdfast. */
export interface Tutor {
  readonly id: string
  readonly name: string
}

/** A subject, whose lessons are one event type of the team. Its tutors take turns. */
export interface Subject {
  readonly slug: string
  readonly title: string
  readonly hourCents: number
  readonly eventTypeId: string
  readonly tutors: readonly Tutor[]
}

/** Connects payments that move no money, unless a vendor is connected. With Stripe, only this call differs. */
async function connectPayments(holdfast: Holdfast): Promise<void> {
  try {
    await holdfast.paymentConnection.get()
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error
    await holdfast.paymentConnection.connect({ kind: 'simulated' })
  }
}

/** Creates the tutors and the lessons. */
async function createLessons(holdfast: Holdfast): Promise<void> {
  const hours = [{ start: '09:00', end: '18:00' }]
  const schedule = await holdfast.schedules.create({
    name: 'Lessons',
    timeZone: TIME_ZONE,
    availabilityRules: WEEKDAYS.map((weekday) => ({ weekday, windows: hours })),
  })
  const team = await holdfast.providers.create({ name: TEAM, kind: 'team', timeZone: TIME_ZONE })
  for (const { slug, title, hourCents, tutors } of SUBJECTS) {
    for (const name of tutors) {
      const tutor = { name, timeZone: TIME_ZONE, specialty: slug, scheduleId: schedule.id }
      await holdfast.providers.create(tutor)
    }
    await holdfast.eventTypes.create({
      providerId: team.id,
      slug,
      title,
      durationMinutes: 60,
      slotStepMinutes: 60,
      // The tutor with the least work gets the lesson, unless the student chooses one.
      requirements: [
        { name: 'tutor', specialty: slug, count: 1, choice: 'balanced', bookerMayChoose: true },
      ],
      payment: { amount: hourCents, currency: 'EUR', kind: 'full' },
    })
  }
}

/** Finds the tutors of each subject and its lessons. Creates all of them on the first start. */
export async function openMarketplace(holdfast: Holdfast): Promise<readonly Subject[]> {
  await connectPayments(holdfast)
  const lessons = new Map<string, string>()
  const findLessons = async () => {
    for await (const { slug, id } of holdfast.eventTypes.list()) lessons.set(slug, id)
  }
  await findLessons()
  if (!lessons.has(SUBJECTS[0].slug)) {
    await createLessons(holdfast)
    await findLessons()
  }
  const subjects = SUBJECTS.map(async ({ slug, title, hourCents }) => {
    const { data } = await holdfast.providers.list({ specialty: slug })
    return { slug, title, hourCents, eventTypeId: lessons.get(slug) ?? '', tutors: data }
  })
  return Promise.all(subjects)
}

const DAY_MILLISECONDS = 86_400_000
const SHOWN_DAYS = 3

/** The next free starts of a subject, from tomorrow on, with any of its tutors or with one of them. */
export async function freeTimes(
  holdfast: Holdfast,
  { eventTypeId }: Subject,
  tutorId: string | undefined,
): Promise<readonly string[]> {
  const dateAfter = (days: number) =>
    new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
  const { data } = await holdfast.eventTypes.slots(eventTypeId, {
    from: dateAfter(1),
    to: dateAfter(1 + SHOWN_DAYS),
    timeZone: TIME_ZONE,
    ...(tutorId !== undefined && { providerId: tutorId }),
  })
  return data.map(({ start }) => start)
}

/** What a student sends. */
export interface LessonRequest {
  readonly start: string
  /** Undefined: any tutor. */
  readonly tutorId: string | undefined
  readonly name: string
  readonly email: string
  /** The same for a form that is sent twice, so that it books once. */
  readonly idempotencyKey: string
}

/**
 * Holds a lesson for the student until it is paid; returns the page to pay on. Rejects with `slot_taken` if
 * every tutor of the subject, or the chosen one, has just been booked.
 */
export async function holdLesson(
  holdfast: Holdfast,
  { eventTypeId }: Subject,
  { start, tutorId, name, email, idempotencyKey }: LessonRequest,
): Promise<string> {
  const booking = await holdfast.bookings.create(
    {
      eventTypeId,
      start,
      booker: { name, email },
      ...(tutorId !== undefined && { providerId: tutorId }),
    },
    { idempotencyKey },
  )
  const url = booking.payment?.checkoutUrl
  if (url == null) throw new Error(`booking ${booking.id} cannot be paid`)
  return url
}

/** A lesson as its tutors see it. */
export interface Lesson {
  readonly start: string
  readonly subject: string
  readonly tutor: string
  readonly state: 'paid' | 'waiting for payment'
}

/** All lessons that are booked, by their start. */
export async function listLessons(
  holdfast: Holdfast,
  subjects: readonly Subject[],
): Promise<readonly Lesson[]> {
  const lessons: Lesson[] = []
  for (const { eventTypeId, title } of subjects) {
    for await (const booking of holdfast.bookings.list({ eventTypeId })) {
      const { start, status, assignments } = booking
      if (status !== 'confirmed' && status !== 'pending') continue
      const tutor = assignments[0]?.providerName ?? ''
      const state = status === 'confirmed' ? 'paid' : 'waiting for payment'
      lessons.push({ start, subject: title, tutor, state })
    }
  }
  return lessons.sort((a, b) => a.start.localeCompare(b.start) || a.tutor.localeCompare(b.tutor))
}
