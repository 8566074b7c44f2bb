import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Kaution',
  asked: (amount) =>
    `Vor Ihrer Anreise wird eine Kaution von ${amount} auf Ihrer Karte reserviert. Sie wird nur abgebucht, wenn etwas beschädigt wird.`,
  states: {
    due: 'Noch nicht freigegeben',
    authorized: 'Auf Ihrer Karte reserviert, nicht abgebucht',
    captured: 'Abgebucht',
    released: 'Nicht mehr reserviert',
    lapsed: 'Nicht mehr reserviert',
  },
  authorize: (amount) => `${amount} freigeben`,
  taken: (amount) => `${amount} abgebucht`,
  doneTitle: 'Kaution freigegeben',
  over: 'Auf Ihrer Karte ist nichts mehr reserviert.',
} satisfies DepositTexts
