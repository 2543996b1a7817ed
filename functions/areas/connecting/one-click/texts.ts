import type { ErrorKey } from '../../../../domain/error-keys.ts';

export type Language = 'en' | 'pt' | 'es' | 'fr';

interface Message {
  title: string;
  advice: string;
}

/** `{provider}` is replaced by the provider's name. */
export interface Texts {
  connected: Message;
  refused: Message;
  unknown: Message;
  expired: Message;
  foreign: Message;
  used: Message;
  revoked: Message;
  provider: Message;
  notReady: Message;
  failed: Message;
  reference: string;
}

type Outcome = Exclude<keyof Texts, 'reference'>;

/** The texts for problems that a grower can understand; all other problems are `failed`. */
const outcomes: Partial<Record<ErrorKey, Outcome>> = {
  consentRefused: 'refused',
  consentUnknown: 'unknown',
  invalid: 'unknown',
  userNotFound: 'unknown',
  consentExpired: 'expired',
  consentForeign: 'foreign',
  consentUsed: 'used',
  consentRevoked: 'revoked',
  grantRefused: 'provider',
  providerRefused: 'provider',
  providerMalformed: 'provider',
  providerUnreachable: 'provider',
  providerTimedOut: 'provider',
  providerNotConfigured: 'notReady',
  appKeyMissing: 'notReady',
};

export function textOf(language: Texts, errorKey: ErrorKey): Message {
  return language[outcomes[errorKey] ?? 'failed'];
}

export const texts: Record<Language, Texts> = {
  en: {
    connected: {
      title: 'Your {provider} account is connected',
      advice: 'You can close this tab and go back to the first one.',
    },
    refused: {
      title: 'You did not give access to {provider}',
      advice: 'Nothing was connected. Go back to the first tab if you want to try again.',
    },
    unknown: {
      title: 'This sign-in is not valid',
      advice:
        'The link is incomplete, or the account that it was for no longer exists. Go back to the first tab and begin again.',
    },
    expired: {
      title: 'This sign-in took too long',
      advice: 'You have ten minutes to sign in. Go back to the first tab and begin again.',
    },
    foreign: {
      title: 'This sign-in began in another browser',
      advice: 'Begin and finish in the same browser, without a private window in between.',
    },
    used: {
      title: 'This sign-in has already ended',
      advice: 'Check in the first tab whether your {provider} account is connected. If not, begin again there.',
    },
    revoked: {
      title: 'This sign-in is no longer possible',
      advice: 'The link that led here was withdrawn. Ask the company that sent it for a new one.',
    },
    provider: {
      title: '{provider} did not respond as expected',
      advice: 'Nothing was connected. Wait a moment, then go back to the first tab and begin again.',
    },
    notReady: {
      title: '{provider} cannot be connected at the moment',
      advice: 'The company that sent you here has to set this up first. Please let them know.',
    },
    failed: { title: 'Something went wrong', advice: 'Go back to the first tab and begin again in a few minutes.' },
    reference: 'If you ask for help, please give this number:',
  },
  pt: {
    connected: {
      title: 'A sua conta {provider} está conectada',
      advice: 'Pode fechar esta aba e voltar à primeira.',
    },
    refused: {
      title: 'O acesso à {provider} não foi autorizado',
      advice: 'Nada foi conectado. Volte à primeira aba se quiser tentar de novo.',
    },
    unknown: {
      title: 'Este acesso não é válido',
      advice:
        'O endereço está incompleto, ou a conta a que se destinava já não existe. Volte à primeira aba e comece de novo.',
    },
    expired: {
      title: 'Este acesso demorou demais',
      advice: 'Um acesso tem dez minutos. Volte à primeira aba e comece de novo.',
    },
    foreign: {
      title: 'Este acesso começou em outro navegador',
      advice: 'Comece e termine no mesmo navegador, sem uma janela privada no meio.',
    },
    used: {
      title: 'Este acesso já terminou',
      advice: 'Veja na primeira aba se a sua conta {provider} está conectada. Se não, comece de novo ali.',
    },
    revoked: {
      title: 'Este acesso já não é possível',
      advice: 'O link que o trouxe aqui foi cancelado. Peça um novo à empresa que o enviou.',
    },
    provider: {
      title: '{provider} não respondeu como esperado',
      advice: 'Nada foi conectado. Espere um pouco, volte à primeira aba e comece de novo.',
    },
    notReady: {
      title: '{provider} não pode ser conectada no momento',
      advice: 'A empresa que o enviou precisa configurar isto primeiro. Por favor, avise-a.',
    },
    failed: { title: 'Algo deu errado', advice: 'Volte à primeira aba e comece de novo em alguns minutos.' },
    reference: 'Se pedir ajuda, indique este número:',
  },
  es: {
    connected: {
      title: 'Su cuenta de {provider} está conectada',
      advice: 'Puede cerrar esta pestaña y volver a la primera.',
    },
    refused: {
      title: 'No dio acceso a {provider}',
      advice: 'No se conectó nada. Vuelva a la primera pestaña si quiere intentarlo de nuevo.',
    },
    unknown: {
      title: 'Este inicio de sesión no es válido',
      advice:
        'La dirección está incompleta, o la cuenta a la que correspondía ya no existe. Vuelva a la primera pestaña y empiece de nuevo.',
    },
    expired: {
      title: 'Este inicio de sesión tardó demasiado',
      advice: 'Dispone de diez minutos. Vuelva a la primera pestaña y empiece de nuevo.',
    },
    foreign: {
      title: 'Este inicio de sesión empezó en otro navegador',
      advice: 'Empiece y termine en el mismo navegador, sin una ventana privada de por medio.',
    },
    used: {
      title: 'Este inicio de sesión ya terminó',
      advice: 'Mire en la primera pestaña si su cuenta de {provider} está conectada. Si no, empiece de nuevo allí.',
    },
    revoked: {
      title: 'Este acceso ya no es posible',
      advice: 'El enlace que le trajo aquí fue anulado. Pida uno nuevo a la empresa que se lo envió.',
    },
    provider: {
      title: '{provider} no respondió como se esperaba',
      advice: 'No se conectó nada. Espere un poco, vuelva a la primera pestaña y empiece de nuevo.',
    },
    notReady: {
      title: '{provider} no se puede conectar en este momento',
      advice: 'La empresa que le envió aquí tiene que configurarlo primero. Avísele, por favor.',
    },
    failed: { title: 'Algo salió mal', advice: 'Vuelva a la primera pestaña y empiece de nuevo en unos minutos.' },
    reference: 'Si pide ayuda, indique este número:',
  },
  fr: {
    connected: {
      title: 'Votre compte {provider} est connecté',
      advice: 'Vous pouvez fermer cet onglet et revenir au premier.',
    },
    refused: {
      title: 'Vous n’avez pas donné accès à {provider}',
      advice: 'Rien n’a été connecté. Revenez au premier onglet si vous voulez réessayer.',
    },
    unknown: {
      title: 'Cette connexion n’est pas valable',
      advice:
        'L’adresse est incomplète, ou le compte auquel elle était destinée n’existe plus. Revenez au premier onglet et recommencez.',
    },
    expired: {
      title: 'Cette connexion a pris trop de temps',
      advice: 'Vous disposez de dix minutes. Revenez au premier onglet et recommencez.',
    },
    foreign: {
      title: 'Cette connexion a commencé dans un autre navigateur',
      advice: 'Commencez et terminez dans le même navigateur, sans fenêtre privée entre-temps.',
    },
    used: {
      title: 'Cette connexion est déjà terminée',
      advice: 'Regardez dans le premier onglet si votre compte {provider} est connecté. Sinon, recommencez là.',
    },
    revoked: {
      title: 'Cette connexion n’est plus possible',
      advice: 'Le lien qui vous a mené ici a été retiré. Demandez-en un nouveau à l’entreprise qui vous l’a envoyé.',
    },
    provider: {
      title: '{provider} n’a pas répondu comme prévu',
      advice: 'Rien n’a été connecté. Attendez un peu, revenez au premier onglet et recommencez.',
    },
    notReady: {
      title: '{provider} ne peut pas être connecté pour le moment',
      advice: 'L’entreprise qui vous a envoyé ici doit d’abord le configurer. Merci de la prévenir.',
    },
    failed: {
      title: 'Une erreur est survenue',
      advice: 'Revenez au premier onglet et recommencez dans quelques minutes.',
    },
    reference: 'Si vous demandez de l’aide, indiquez ce numéro :',
  },
};
