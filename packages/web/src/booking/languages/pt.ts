import shared from '../../shared/languages/pt.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('pt')

export default {
  ...shared,
  booking: {
    openedTitle: 'Horário marcado',
    pageTitle: (what, who) => `${what} com ${who}`,
    confirmations: {
      hold: 'Guardamos o horário enquanto você preenche seus dados.',
      instant: 'Confirmação imediata.',
      approval: 'Confirmado depois que o profissional aprovar.',
    },
    duration: 'Quanto tempo?',
    withWhom: 'Com quem?',
    noPreference: 'Sem preferência',
    details: 'Seus dados',
    chosen: 'Seu horário',
    emailHint: 'Enviaremos a confirmação e o convite de agenda para cá.',
    confirm: 'Confirmar a reserva',
    book: 'Reservar este horário',
    request: 'Solicitar este horário',
    toPayment: 'Ir para o pagamento',
    addGuests: 'Adicionar convidados',
    otherTime: 'Escolher outro horário',
    timeLeft: (time) => `Guardado para você: faltam ${time}`,
    held: (minutes) =>
      `Vamos guardar este horário por ${plural(minutes, { one: '# minuto', other: '# minutos' })}.`,
    minutesLeft: (minutes) =>
      `${plural(minutes, { one: 'Falta # minuto', other: 'Faltam # minutos' })} para confirmar.`,
    secondsLeft: (seconds) =>
      `${plural(seconds, { one: 'Falta # segundo', other: 'Faltam # segundos' })} para confirmar.`,
    stillHeld: (when) => `Ainda estamos guardando este horário para você: ${when}.`,
    continue: 'Continuar a reserva',
    expiredTitle: 'Este horário não está mais reservado para você',
    expired:
      'Sua reserva provisória expirou, então outras pessoas puderam reservar este horário. Seus dados estão salvos. Confirme para reservá-lo, se ainda estiver disponível, ou escolha outro horário.',
    holdAgain: 'Tentar este horário novamente',
    takenTitle: (when) => `${when} acabou de ser ocupado`,
    taken: 'Alguém acabou de reservar este horário. Estes ainda estão disponíveis:',
    withdrawnTitle: (when) => `${when} não é mais oferecido`,
    withdrawn: 'Estes horários estão disponíveis:',
    noAlternatives: 'Escolha outro horário.',
    findingAlternatives: 'Procurando outros horários…',
    doneTitle: 'Reserva confirmada',
    checkEmailTitle: 'Verifique seu e-mail',
    checkEmail: (email) =>
      `Abra o link que enviamos para ${email} para confirmar esta reserva. Guardamos o horário por alguns minutos.`,
    requestedTitle: 'Solicitação enviada',
    done: (email) => `Enviaremos a confirmação para ${email}.`,
    requested: (email) => `Enviaremos um e-mail para ${email} quando o profissional responder.`,
    manage: 'Gerenciar a reserva',
    manageHint:
      'Você pode ver, remarcar ou cancelar sua reserva depois. O link também está no seu e-mail.',
    bookAnother: 'Reservar outro horário',
  },
  extras: {
    where: 'Onde deve acontecer?',
    place: 'Endereço ou local',
    placeMissing: 'Digite o local',
    phone: 'Número de telefone',
    phoneHint:
      'Ligaremos para este número. Com o código do país, por exemplo +55\u00a011\u00a03123\u00a04567.',
    phoneWrong: 'Digite um número de telefone, por exemplo +55\u00a011\u00a03123\u00a04567',
    optional: (label) => `${label} (opcional)`,
    choose: 'Escolher…',
    missing: 'Responda a esta pergunta',
    choiceMissing: 'Escolha uma resposta',
    checkMissing: 'Marque esta caixa para continuar',
    emailWrong: 'Digite um endereço de e-mail, por exemplo ada@example.com',
    numberWrong: 'Digite um número',
    dateWrong: 'Digite uma data',
    urlWrong: 'Digite um endereço web, por exemplo https://example.com',
    guests: 'Convidados',
    guestsHint: 'Também enviaremos o convite a eles.',
    guestEmail: (position) => `E-mail do convidado ${position}`,
    guestTwice: 'Este convidado aparece duas vezes na lista',
    addAnother: 'Adicionar outro convidado',
    removeGuest: (position) => `Remover o convidado ${position}`,
    price: (amount) => `Preço: ${amount}`,
    deposit: (deposit, amount) => `Sinal a pagar agora: ${deposit} de ${amount}`,
    payNow: 'Você paga na próxima página. Guardamos o horário enquanto você paga.',
    payLater: 'Você paga depois que o profissional aprovar. Enviaremos o link por e-mail.',
    payTitle: 'Pagamento',
    payText: (amount) => `Pague ${amount} para concluir sua reserva.`,
    pay: (amount) => `Pagar ${amount}`,
    payExpired: 'Este horário não está mais reservado para você. Nada foi cobrado.',
  },
} satisfies BookingTranslations
