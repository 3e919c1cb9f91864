export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}
