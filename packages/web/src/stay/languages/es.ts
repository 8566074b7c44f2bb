import shared from '../../shared/languages/es.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Sus datos',
    emailHint: 'Aquí le enviaremos la confirmación y la invitación de calendario.',
    book: 'Reservar la estancia',
    nightsTaken: (nights) => `Ocupadas: ${nights}. Elija otras fechas.`,
    doneTitle: 'Estancia reservada',
    done: (name, email) => `Reservada a nombre de ${name}. Enviaremos la confirmación a ${email}.`,
    manage: 'Gestionar la estancia',
    manageHint:
      'Más adelante podrá ver, cambiar o cancelar su estancia. El enlace también está en su correo electrónico.',
    another: 'Reservar otra estancia',
    pageTitle: (name) => `Estancia en ${name}`,
  },
} satisfies StayTranslations
