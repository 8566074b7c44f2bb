import shared from '../../shared/languages/de.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Ihre Angaben',
    emailHint: 'Dorthin senden wir die Bestätigung und die Kalendereinladung.',
    book: 'Aufenthalt buchen',
    nightsTaken: (nights: string) => `Belegt: ${nights}. Wählen Sie andere Tage.`,
    doneTitle: 'Aufenthalt gebucht',
    done: (name: string, email: string) =>
      `Gebucht für ${name}. Wir senden die Bestätigung an ${email}.`,
    manage: 'Aufenthalt verwalten',
    manageHint:
      'Sie können den Aufenthalt später ansehen, verschieben oder absagen. Der Link steht auch in Ihrer E-Mail.',
    another: 'Weiteren Aufenthalt buchen',
    pageTitle: (name: string) => `Aufenthalt: ${name}`,
  },
} satisfies StayTranslations
