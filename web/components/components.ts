import { defineConnect } from '../connect/furrow-connect.tsx';

defineConnect();
