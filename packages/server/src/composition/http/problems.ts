import { BOOKING_PROBLEMS } from '../../booking/http/problems.ts'
import { EXTERNAL_CALENDARS_PROBLEMS } from '../../external-calendars/http/problems.ts'
import { IDENTITY_PROBLEMS } from '../../identity/http/problems.ts'
import { KERNEL_PROBLEMS, problemsBy } from '../../kernel/http/refusal-problem.ts'
import { LEDGER_PROBLEMS } from '../../ledger/http/problems.ts'
import { PAYMENTS_PROBLEMS } from '../../payments/http/problems.ts'
import { PEOPLE_PROBLEMS } from '../../people/http/problems.ts'
import { STAYS_PROBLEMS } from '../../stays/http/problems.ts'

/** Converts each refusal to its problem: the one place where errors are mapped to HTTP. */
export const problemOf = problemsBy({
  ...KERNEL_PROBLEMS,
  ...IDENTITY_PROBLEMS,
  ...LEDGER_PROBLEMS,
  ...PEOPLE_PROBLEMS,
  ...BOOKING_PROBLEMS,
  ...STAYS_PROBLEMS,
  ...EXTERNAL_CALENDARS_PROBLEMS,
  ...PAYMENTS_PROBLEMS,
})
