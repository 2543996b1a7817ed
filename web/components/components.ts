import { defineConnect } from '../connect/furrow-connect.tsx';
import { defineUpload } from '../upload/furrow-upload.tsx';

defineConnect();
defineUpload();
