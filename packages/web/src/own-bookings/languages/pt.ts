import shared from '../../shared/languages/pt.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Minhas reservas',
    lead: 'Digite o e-mail com que você faz reservas. Enviaremos um link.',
    email: 'E-mail',
    emailWrong: 'Digite um e-mail, por exemplo ada@example.com.',
    send: 'Enviar o link',
    sentTitle: 'Confira seu e-mail',
    sent: (email) =>
      `Se houver reservas de ${email}, um e-mail com um link está a caminho. O link vale por 15 minutos.`,
    again: 'Usar outro e-mail',
    openLead: 'Continue para ver suas reservas neste navegador.',
    open: 'Ver minhas reservas',
    ended: {
      link: {
        title: 'Este link não funciona mais',
        text: 'Ele já foi usado ou tem mais de 15 minutos. Peça um novo.',
      },
      'sign-in': { title: 'Você saiu', text: 'O acesso dura 30 dias. Peça um novo link.' },
    },
    coming: 'Próximas',
    noneComing: 'Você não tem próximas reservas.',
    past: 'Anteriores',
    more: 'Mostrar mais',
    manage: 'Ver ou alterar',
    status: {
      pending: 'Ainda não confirmada',
      confirmed: 'Confirmada',
      completed: 'Concluída',
      cancelled: 'Cancelada',
      no_show: 'Não compareceu',
      expired: 'Expirada',
    },
  },
} satisfies OwnBookingsTranslations
