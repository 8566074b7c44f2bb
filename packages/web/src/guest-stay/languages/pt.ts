import shared from '../../shared/languages/pt.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Sua estadia',
    status: {
      confirmed: 'Confirmada',
      cancelled: 'Cancelada',
    },
    arrival: 'Chegada',
    departure: 'Saída',
    who: 'Reservado por',
    event: (house) => `Estadia: ${house}`,
    begun: 'Sua estadia já começou, então não é mais possível alterá-la aqui.',
    move: 'Alterar as datas',
    moved: 'Datas alteradas',
    movedNote: 'Enviaremos o novo convite de agenda para o seu e-mail.',
    cancel: 'Cancelar a estadia',
    cancelTitle: 'Cancelar esta estadia?',
    cancelNote: 'Outras pessoas poderão reservar estas noites. Isso não pode ser desfeito.',
    keep: 'Manter a estadia',
    cancelYes: 'Sim, cancelar a estadia',
    cancelled: 'Estadia cancelada',
    changedTitle: 'Sua estadia mudou',
    changed: 'Estes são os dados atuais.',
    again: 'Reservar outra estadia',
    goneTitle: 'Esta estadia foi cancelada',
    gone: 'As noites estão disponíveis novamente.',
    linkTitle: 'Este link não funciona',
    link: 'Ele pode estar incompleto. Abra-o novamente no seu e-mail ou copie o link inteiro.',
  },
} satisfies GuestStayTranslations
