import shared from '../../shared/languages/es.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Mis reservas',
    lead: 'Escriba la dirección de correo con la que reserva. Le enviaremos un enlace.',
    email: 'Correo electrónico',
    emailWrong: 'Escriba una dirección de correo, por ejemplo ada@example.com.',
    send: 'Enviar el enlace',
    sentTitle: 'Revise su correo',
    sent: (email) =>
      `Si hay reservas de ${email}, le llegará un correo con un enlace. El enlace es válido durante 15 minutos.`,
    again: 'Usar otra dirección',
    openLead: 'Continúe para ver sus reservas en este navegador.',
    open: 'Ver mis reservas',
    ended: {
      link: {
        title: 'Este enlace ya no funciona',
        text: 'Ya se ha usado o tiene más de 15 minutos. Pida uno nuevo.',
      },
      'sign-in': {
        title: 'Ha cerrado la sesión',
        text: 'La sesión dura 30 días. Pida un enlace nuevo.',
      },
    },
    coming: 'Próximas',
    noneComing: 'No tiene próximas reservas.',
    past: 'Anteriores',
    more: 'Mostrar más',
    manage: 'Ver o cambiar',
    status: {
      pending: 'Sin confirmar',
      confirmed: 'Confirmada',
      completed: 'Finalizada',
      cancelled: 'Cancelada',
      no_show: 'No asistió',
      expired: 'Caducada',
    },
  },
} satisfies OwnBookingsTranslations
